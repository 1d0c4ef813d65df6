# SPDX-License-Identifier: GPL-3.0-or-later
# Every foreign library, found once; which room links which stands in the rooms. Debian 12 packages: deploy/packages.txt.
find_package(PkgConfig REQUIRED)
find_package(Threads REQUIRED)
find_package(Boost 1.81 REQUIRED COMPONENTS url)
find_package(CURL 7.88 REQUIRED)
find_package(OpenSSL REQUIRED)
find_package(xapian REQUIRED CONFIG)
find_package(nlohmann_json 3.11 REQUIRED)
find_package(CLI11 REQUIRED)
find_package(yaml-cpp REQUIRED)
find_package(tomlplusplus REQUIRED)
find_package(SQLite3 REQUIRED)
find_package(ZLIB REQUIRED)
find_package(ICU REQUIRED COMPONENTS uc i18n)
find_package(GTest REQUIRED)
include(GoogleTest)
foreach(package gumbo poppler-cpp uchardet libcmark-gfm libdeflate libpsl libbrotlidec libbrotlienc libzstd)
  string(REPLACE "-" "_" name ${package})
  pkg_check_modules(${name} REQUIRED IMPORTED_TARGET ${package})
endforeach()
find_library(CMARK_GFM_EXTENSIONS cmark-gfm-extensions REQUIRED)

# What the programs allocate with: a night costs an eighth less CPU and a fifth less memory than with the C library's
# (fellow update over bench/crawl_web.py's 1 500 sites, beside the same with LD_PRELOAD of libstdc++ and libc).
# Not with sanitizers, which bring their own.
find_package(mimalloc REQUIRED)

# Asio compiled once, for the two rooms that do network I/O.
add_library(fellow_asio STATIC ${PROJECT_SOURCE_DIR}/cmake/asio.cc)
target_link_libraries(fellow_asio PUBLIC Boost::headers Threads::Threads)
