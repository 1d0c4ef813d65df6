# SPDX-License-Identifier: GPL-3.0-or-later
# How rooms, tests and embedded files are built: one function each, so that a room's own CMakeLists.txt only says what it links.

# Designated initialisers leave members at their defaults. g++ 12 sees overflows that are none in std::string (GCC bugs 105329, 105651).
add_compile_options(-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wno-missing-field-initializers -g1)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  add_compile_options(-Wno-array-bounds -Wno-stringop-overflow -Wno-restrict)
endif()
if(FELLOW_WERROR)
  add_compile_options(-Werror)
endif()
if(FELLOW_SANITIZE)
  add_compile_options(-fsanitize=${FELLOW_SANITIZE} -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${FELLOW_SANITIZE})
  if(FELLOW_SANITIZE MATCHES "undefined")
    # What ASan or the processor's own fault tells as well; together they double the time of the build.
    add_compile_options(-fno-sanitize=null,alignment,object-size,vptr)
  endif()
  if(FELLOW_SANITIZE MATCHES "thread")
    add_compile_options(-Wno-tsan)  # Asio's fences, which g++ cannot instrument
  endif()
endif()

# Asio and Beast are compiled once, in searchd/beast.cc and cmake/asio.cc, not in every file that includes them.
add_compile_definitions(BOOST_ASIO_SEPARATE_COMPILATION BOOST_ASIO_NO_DEPRECATED BOOST_BEAST_SEPARATE_COMPILATION)

find_program(CCACHE ccache)
if(CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # The sloppiness is what ccache needs to take a file that uses a precompiled header.
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros ${CCACHE})
endif()

# What nearly every file includes, compiled once: for the rooms, and with GoogleTest on top for the tests. Targets of
# their own: a precompiled header is taken only by code that is compiled with the same definitions or more.
set(FELLOW_COMMON_HEADERS <algorithm> <chrono> <filesystem> <functional> <map> <memory> <optional> <span> <string> <string_view>
  <unordered_map> <vector> <nlohmann/json.hpp> <tl/expected.hpp>)
function(fellow_precompile name)  # NAME [LINK library…] [HEADERS header…]
  cmake_parse_arguments(ARG "" "" "LINK;HEADERS" ${ARGN})
  file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/${name}.cc CONTENT "")
  add_library(${name} OBJECT ${PROJECT_BINARY_DIR}/${name}.cc)
  target_link_libraries(${name} PRIVATE nlohmann_json::nlohmann_json ${ARG_LINK})
  target_precompile_headers(${name} PRIVATE ${FELLOW_COMMON_HEADERS} ${ARG_HEADERS})
endfunction()

# fellow_room(NAME [PRIVATE library…] [PUBLIC library…]): a static library of every .cc below the folder. Foreign libraries are
# PRIVATE: no other room sees their headers.
function(fellow_room name)
  cmake_parse_arguments(ARG "" "" "PRIVATE;PUBLIC" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cc)
  list(FILTER sources EXCLUDE REGEX "/(main|fellow_pdf)\\.cc$")
  add_library(fellow_${name} STATIC ${sources})
  target_include_directories(fellow_${name} PUBLIC ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/include)
  target_link_libraries(fellow_${name} PUBLIC ${ARG_PUBLIC} PRIVATE ${ARG_PRIVATE})
  target_precompile_headers(fellow_${name} REUSE_FROM fellow_pch)
endfunction()

# fellow_test(ROOM [library…]): one gtest binary of tests/ROOM/*.cc, its cases registered with ctest under the room's label.
function(fellow_test room)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${room}/*.cc)
  if(NOT sources)
    return()
  endif()
  add_executable(${room}_test ${sources})
  target_link_libraries(${room}_test PRIVATE ${ARGN} fellow_asio GTest::gmock GTest::gtest_main)
  target_include_directories(${room}_test PRIVATE ${PROJECT_SOURCE_DIR})
  target_precompile_headers(${room}_test REUSE_FROM fellow_test_pch)
  target_compile_options(${room}_test PRIVATE -O0)  # tests run once: what counts is how soon they are built
  target_compile_definitions(${room}_test PRIVATE FELLOW_SOURCE_DIR="${PROJECT_SOURCE_DIR}" FELLOW_BINARY_DIR="${CMAKE_RUNTIME_OUTPUT_DIRECTORY}")
  gtest_discover_tests(${room}_test DISCOVERY_MODE PRE_TEST NO_PRETTY_VALUES TEST_PREFIX ${room}. PROPERTIES LABELS ${room} TIMEOUT 120)
endfunction()

# fellow_embed(TARGET FUNCTION ROOT): compiles every file below ROOT into TARGET, reachable by FUNCTION() of fellow/embedded.h.
function(fellow_embed target function root)
  file(GLOB_RECURSE files CONFIGURE_DEPENDS RELATIVE ${root} ${root}/*)
  list(SORT files)
  set(assembly "    .section .rodata\n")
  set(extents "")
  set(rows "")
  set(paths "")
  set(number 0)
  foreach(file IN LISTS files)
    string(APPEND assembly "    .global ${function}_${number}\n    .global ${function}_${number}_end\n${function}_${number}:\n    .incbin \"${root}/${file}\"\n${function}_${number}_end:\n    .byte 0\n")
    string(APPEND extents "extern const char ${function}_${number}[], ${function}_${number}_end[];\n")
    string(APPEND rows "      {\"${file}\", {${function}_${number}, static_cast<std::size_t>(${function}_${number}_end - ${function}_${number})}},\n")
    list(APPEND paths ${root}/${file})
    math(EXPR number "${number} + 1")
  endforeach()
  string(APPEND assembly "    .section .note.GNU-stack,\"\",%progbits\n")
  set(out ${CMAKE_CURRENT_BINARY_DIR}/${function})
  file(CONFIGURE OUTPUT ${out}.S CONTENT "${assembly}" @ONLY)
  file(CONFIGURE OUTPUT ${out}.cc CONTENT "#include <array>

#include \"fellow/embedded.h\"

extern \"C\" {
${extents}}

namespace fellow {

std::span<const EmbeddedFile> ${function}() {
  static const std::array<EmbeddedFile, ${number}> files{{
${rows}  }};
  return files;
}

}  // namespace fellow
" @ONLY)
  set_source_files_properties(${out}.S PROPERTIES OBJECT_DEPENDS "${paths}")
  target_sources(${target} PRIVATE ${out}.S ${out}.cc)
endfunction()
