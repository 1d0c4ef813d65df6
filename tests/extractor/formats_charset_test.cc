// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <string>

#include "extractor/formats/charset.h"

namespace fellow::extractor {
namespace {

using namespace std::string_literals;

TEST(EncodingLabels, FollowTheEncodingStandard) {
  const std::pair<const char*, const char*> rows[] = {
      {"utf-8", "UTF-8"},
      {" UTF8\t", "UTF-8"},
      {"latin1", "windows-1252"},
      {"ISO-8859-1", "windows-1252"},
      {"us-ascii", "windows-1252"},
      {"iso-8859-9", "windows-1254"},
      {"gb2312", "gb18030"},
      {"gbk", "gb18030"},
      {"ks_c_5601-1987", "windows-949-2000"},
      {"x-sjis", "ibm-943_P15A-2003"},
      {"tis-620", "windows-874-2000"},
      {"utf-16", "UTF-16LE"},
      {"hz-gb-2312", "replacement"},
      {"x-user-defined", "x-user-defined"},
      {"utf-7", ""},
      {"", ""},
      {"utf-8 utf8", ""},
      {"-8859-1", ""},
      {"no-such-encoding-anywhere", ""},
  };
  for (const auto& [label, encoding] : rows) EXPECT_EQ(encoding_named(label), encoding) << label;
}

TEST(EncodingLabels, EachHasAConverter) {
  for (const char* label :
       {"866",         "latin2",      "latin3", "latin4",      "cyrillic", "arabic", "greek",  "hebrew",      "latin6",
        "iso-8859-13", "iso-8859-14", "l9",     "iso-8859-16", "koi8-r",   "koi8-u", "mac",    "windows-874", "cp1250",
        "cp1251",      "cp1252",      "cp1253", "cp1254",      "cp1255",   "cp1256", "cp1257", "cp1258",      "x-mac-cyrillic",
        "gbk",         "big5",        "euc-jp", "iso-2022-jp", "sjis",     "euc-kr"}) {
    EXPECT_EQ(to_utf8("Mara Lindqvist", "text/html; charset="s + label, true), "Mara Lindqvist") << label;
  }
  EXPECT_EQ(to_utf8("\xa4", "text/html; charset=iso-8859-16", false), "€");
  EXPECT_EQ(to_utf8("\xbb\xd8", "text/html; charset=gb2312", false), "回");
  EXPECT_EQ(to_utf8("\x92", "text/html; charset=iso-8859-1", false), "’");
  EXPECT_EQ(to_utf8("\x8c\xb4", "text/html; charset=shift_jis", false), "原");
}

TEST(Charset, MarkBeatsHeaderBeatsMetaBeatsGuess) {
  struct Row {
    std::string body, type, text;
  };
  const Row rows[] = {
      {"\xEF\xBB\xBF\xC3\xA9", "text/html; charset=latin1", "é"},
      {"\xFF\xFEM\0a\0"s, "text/html; charset=utf-8", "Ma"},
      {"\xFE\xFF\0M\0a"s, "", "Ma"},
      {"\xe9", "text/html; charset=\"latin1\"", "é"},
      {"<meta charset=utf-8>\xe9", "text/html; charset=latin1", "<meta charset=utf-8>é"},
      {"<meta charset=windows-1251>\xc4", "text/html", "<meta charset=windows-1251>Д"},
      {"<META http-equiv=content-type content='text/html; charset=koi8-r'>\xe4", "text/html",
       "<META http-equiv=content-type content='text/html; charset=koi8-r'>Д"},
      {"<!-- <meta charset=koi8-r> -->\xC3\xA9", "text/html", "<!-- <meta charset=koi8-r> -->é"},
      {"<meta charset=utf-16>\xC3\xA9", "text/html", "<meta charset=utf-16>é"},
      {"<?xml version='1.0' encoding='iso-8859-1'?>\xe9", "text/html", "<?xml version='1.0' encoding='iso-8859-1'?>é"},
      {"\xC3\xA9", "text/html; charset=nonsense", "é"},
      {"Universit\xe9 de Li\xe8ge, facult\xe9 des sciences appliqu\xe9"s + "es", "text/html",
       "Université de Liège, faculté des sciences appliquées"},
      {"a\xC3", "text/html; charset=utf-8", "a\uFFFD"},
      {"\x80 5", "text/html; charset=hz-gb-2312", "\uFFFD"},
      {"", "text/html", ""},
  };
  for (const Row& row : rows) EXPECT_EQ(to_utf8(row.body, row.type, true), row.text) << row.type;
}

TEST(Charset, LooksForMetaInTheFirst1024BytesOnly) {
  EXPECT_EQ(meta_charset(std::string(1000, ' ') + "<meta charset=koi8-r>"), "koi8-r");
  EXPECT_EQ(meta_charset(std::string(1010, ' ') + "<meta charset=koi8-r>"), "");
  EXPECT_EQ(meta_charset("<metadata charset=koi8-r>"), "");
}

TEST(Mojibake, IsMendedWhereItIsCertain) {
  const std::pair<const char*, const char*> rows[] = {
      {"donâ€™t â€œstopâ€\u009d", "don’t “stop”"},
      {"JÃ¼rgen MÃ¼ller", "Jürgen Müller"},
      {"2015â€“2018", "2015–2018"},
      {"Ã©", "é"},
      {"Â©", "Â©"},                      // alone it proves nothing
      {"Â© 2020 JosÃ©", "© 2020 José"},  // nothing but such runs
      {"Â© 2020 José", "Â© 2020 José"},  // a sound letter beside it
      {"São Paulo, é", "São Paulo, é"},
      {"MAÇÃ\u00a0VERDE", "MAÇÃ\u00a0VERDE"},
      {"王伟 â€“ x", "王伟 – x"},
      {"", ""},
  };
  for (const auto& [broken, mended] : rows) EXPECT_EQ(mend_mojibake(broken), mended) << broken;
}

}  // namespace
}  // namespace fellow::extractor
