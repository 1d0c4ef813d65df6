#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The walls hold in the tree as it is, and the check sees an include planted on the wrong side of each kind of wall."""
import pathlib
import shutil
import tempfile
import unittest

import check_rooms

SOURCE = pathlib.Path(__file__).resolve().parents[2]
PLANTED = [
    ("crawler/planted.cc", '#include "extractor/extractor.h"', "room crawler includes room extractor"),
    ("extractor/planted.h", '#include "searchd/http.h"', "room extractor includes room searchd"),
    ("core/planted.cc", '#include "crawler/seeds.h"', "room core includes room crawler"),
    ("include/fellow/planted.h", '#include "core/secret.h"', "room include includes room core"),
    ("searchd/planted.cc", '#include "indexer/indexer.h"', "room searchd includes room indexer"),
    ("crawler/planted.cc", "#include <gumbo.h>", "<gumbo.h> belongs to extractor only"),
    ("searchd/planted.cc", "#include <xapian.h>", "<xapian.h> belongs to indexer only"),
    ("indexer/planted.cc", "#  include <curl/curl.h>", "<curl/curl.h> belongs to crawler only"),
    ("crawler/planted.cc", "#include <boost/beast/http.hpp>", "<boost/beast/http.hpp> belongs to searchd only"),
    ("extractor/planted.cc", "#include <somewhere/new.h>", "<somewhere/new.h> is in no row of the table of foreign headers"),
    ("cli/planted.cc", "#include <sqlite3.h>", "<sqlite3.h> belongs to crawler only"),
]


class Rooms(unittest.TestCase):
    def test_every_room_keeps_to_itself(self):
        self.assertEqual(check_rooms.check(SOURCE), [])

    def test_a_planted_include_is_seen(self):
        for file, line, told in PLANTED:
            with self.subTest(line), tempfile.TemporaryDirectory() as folder:
                copy = pathlib.Path(folder)
                for top in check_rooms.ROOMS + ("include",):
                    shutil.copytree(SOURCE / top, copy / top)
                (copy / file).write_text(line + "\n")
                self.assertEqual(check_rooms.check(copy), [f"{file}:1: {told}"])


if __name__ == "__main__":
    unittest.main()
