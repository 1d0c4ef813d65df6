// SPDX-License-Identifier: GPL-3.0-or-later
// CHECK(condition): a promise between our own functions; aborts with file and line when broken, in release builds too.
// Never used on anything that came from outside.
#pragma once

#include <cstdio>
#include <cstdlib>

#define CHECK(condition)                                                                   \
  do {                                                                                     \
    if (!(condition)) {                                                                    \
      std::fprintf(stderr, "%s:%d: broken promise: %s\n", __FILE__, __LINE__, #condition); \
      std::abort();                                                                        \
    }                                                                                      \
  } while (false)
