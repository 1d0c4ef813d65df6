# SPDX-License-Identifier: GPL-3.0-or-later
"""A test that this machine does not allow (mounts, namespaces, strace, wget) is skipped so that it is seen.

The program then ends with 77, which ctest shows as "Skipped". With FELLOW_CI=1 in the environment, where a machine is
known to allow everything, what is missing is a failure.
"""
import os
import sys
import unittest

SKIPPED = 77


def lacks(test, what):
    """To be called by a test that cannot be made here."""
    if os.environ.get("FELLOW_CI"):
        test.fail(f"FELLOW_CI is set, and this machine has {what}")
    test.skipTest(what)


def main(default=None):
    """As unittest.main, with the exit code that tells of skips."""
    result = unittest.main(module="__main__", defaultTest=default, verbosity=2, exit=False).result
    sys.exit(0 if result.wasSuccessful() and not result.skipped else SKIPPED if result.wasSuccessful() else 1)
