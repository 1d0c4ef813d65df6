# SPDX-License-Identifier: GPL-3.0-or-later
# Which version is this? The tag v1.2.3 that the checkout stands on; off a tag, project()'s version, and the commit as FELLOW_BUILD.
# FELLOW_LIBRARIES is what it was built with, as --version shows it.
set(FELLOW_VERSION ${PROJECT_VERSION})
set(FELLOW_BUILD "")
find_package(Git QUIET)
if(GIT_FOUND)
  execute_process(COMMAND ${GIT_EXECUTABLE} describe --tags --exact-match --match "v[0-9]*" WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}
    OUTPUT_VARIABLE tag OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  execute_process(COMMAND ${GIT_EXECUTABLE} rev-parse --short=7 HEAD WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}
    OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  if(tag MATCHES "^v([0-9][0-9a-z.~]*)$")
    set(FELLOW_VERSION ${CMAKE_MATCH_1})
  elseif(commit)
    set(FELLOW_BUILD g${commit})
  endif()
endif()

set(FELLOW_LIBRARIES "")
foreach(library "Xapian ${xapian_VERSION}" "libcurl ${CURL_VERSION_STRING}" "SQLite ${SQLite3_VERSION}" "OpenSSL ${OPENSSL_VERSION}" "ICU ${ICU_VERSION}"
    "Boost ${Boost_VERSION_STRING}" "zlib ${ZLIB_VERSION_STRING}" "gumbo ${gumbo_VERSION}" "Poppler ${poppler_cpp_VERSION}" "cmark-gfm ${libcmark_gfm_VERSION}"
    "yaml-cpp ${yaml-cpp_VERSION}" "uchardet ${uchardet_VERSION}" "libpsl ${libpsl_VERSION}" "nlohmann-json ${nlohmann_json_VERSION}")
  list(APPEND FELLOW_LIBRARIES ${library})
endforeach()
list(JOIN FELLOW_LIBRARIES ", " FELLOW_LIBRARIES)
message(STATUS "fellow ${FELLOW_VERSION} ${FELLOW_BUILD} with ${FELLOW_LIBRARIES}")
