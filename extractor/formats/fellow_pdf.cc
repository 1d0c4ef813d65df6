// SPDX-License-Identifier: GPL-3.0-or-later
// fellow-pdf [FILE]: the words of a PDF (standard input without FILE) as JSON lines, for the extractor to lay out.
//
//   {"title":"…","author":"…","pages":2}
//   {"link":"https://jane.example/"}         of the first annotations
//   {"page":1,"w":595.3,"h":841.9}
//   [72,80.1,40.2,12,11,"CMR10","Jane",true]     a word: x, y, width, height, size, font, text, whether a blank follows
//
// Points, from the page's upper left corner. A process of its own, since PDF parsers break on hostile files: it limits itself
// to 5 s of processor time and 512 MiB before it reads a byte. Exit code 0: read; 1: no PDF, or a locked one; a signal: gave
// up.
#include <poppler-document.h>
#include <poppler-global.h>
#include <poppler-page.h>
#include <sys/resource.h>
#include <zlib.h>

#include <algorithm>
#include <boost/locale/encoding_utf.hpp>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace {

using nlohmann::json;

constexpr rlim_t kProcessorSeconds = 5;
constexpr rlim_t kMemoryBytes = 512u << 20;
constexpr int kMostPages = 60;  // a long CV has 40
constexpr std::size_t kMostWords = 30'000;
constexpr std::size_t kMostLinks = 12, kMostLinkBytes = 500;  // those of the head of a CV come first

void limit(__rlimit_resource what, rlim_t most) {
  const rlimit both{most, most};
  if (setrlimit(what, &both) != 0) std::exit(1);
}

std::string utf8(const poppler::ustring& text) {
  // Its own to_utf8() opens a converter of the system for each word.
  return boost::locale::conv::utf_to_utf<char>(text.data(), text.data() + text.size());
}

double rounded(double value) { return static_cast<double>(static_cast<long long>(value * 10 + (value < 0 ? -0.5 : 0.5))) / 10; }

std::string all_of(std::istream& in) {
  std::ostringstream out;
  out << in.rdbuf();
  return std::move(out).str();
}

void write(const json& line) { std::cout << line.dump(-1, ' ', false, json::error_handler_t::replace) << '\n'; }

std::size_t write_page(const poppler::document& document, int number, std::size_t most_words) {
  const std::unique_ptr<poppler::page> page(document.create_page(number));
  if (!page) return 0;
  const poppler::rectf area = page->page_rect();
  write({{"page", number + 1}, {"w", rounded(area.width())}, {"h", rounded(area.height())}});
  std::size_t words = 0;
  for (const poppler::text_box& box : page->text_list(poppler::page::text_list_include_font)) {
    if (words == most_words) break;
    ++words;
    const poppler::rectf place = box.bbox();
    const bool font = box.has_font_info();
    write(json::array({rounded(place.x()), rounded(place.y()), rounded(place.width()), rounded(place.height()),
                       rounded(font ? box.get_font_size() : place.height()), font ? box.get_font_name() : std::string(),
                       utf8(box.text()), box.has_space_after()}));
  }
  return words;
}

// The object streams of a file (PDF 32000-1, 7.5.7), unpacked and put behind each other: since PDF 1.5 annotations are there.
// Damaged and encrypted ones give nothing.
std::string object_streams(const std::string& bytes) {
  constexpr std::size_t kMost = 8u << 20, kMostStreams = 200, kDictionary = 400;
  std::string out;
  std::size_t streams = 0;
  for (std::size_t at = bytes.find("/ObjStm"); at != std::string::npos && out.size() < kMost && streams < kMostStreams;
       at = bytes.find("/ObjStm", at + 7), ++streams) {
    std::size_t begin = bytes.find("stream", at + 7);
    if (begin == std::string::npos || begin - at > kDictionary) continue;
    begin += 6;
    if (begin < bytes.size() && bytes[begin] == '\r') ++begin;
    if (begin < bytes.size() && bytes[begin] == '\n') ++begin;
    z_stream stream{};
    if (inflateInit(&stream) != Z_OK) return out;
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data() + begin));
    stream.avail_in = static_cast<uInt>(bytes.size() - begin);
    int told = Z_OK;
    while (told == Z_OK && out.size() < kMost) {
      char part[1 << 14];
      stream.next_out = reinterpret_cast<Bytef*>(part);
      stream.avail_out = sizeof part;
      told = inflate(&stream, Z_NO_FLUSH);
      if (told == Z_OK || told == Z_STREAM_END) out.append(part, sizeof part - stream.avail_out);
    }
    inflateEnd(&stream);
    out += '\n';
  }
  return out;
}

// poppler's C++ interface tells no link actions: "/URI (https://…)" as PDF 32000-1, 12.6.4.7 writes them, in file order.
void write_links(const std::string& bytes, std::set<std::string>& seen) {
  for (std::size_t at = bytes.find("/URI"); at != std::string::npos && seen.size() < kMostLinks;
       at = bytes.find("/URI", at + 4)) {
    std::size_t i = at + 4;
    while (i < bytes.size() && (bytes[i] == ' ' || bytes[i] == '\r' || bytes[i] == '\n')) ++i;
    if (i >= bytes.size() || bytes[i] != '(') continue;
    std::string link;
    while (++i < bytes.size() && bytes[i] != ')' && link.size() < kMostLinkBytes) {
      if (bytes[i] == '\\' && i + 1 < bytes.size()) ++i;
      link += bytes[i];
    }
    if (link.find("://") != std::string::npos || link.rfind("mailto:", 0) == 0)
      if (seen.insert(link).second) write({{"link", link}});
  }
}

}  // namespace

int main(int argc, char** argv) {
  limit(RLIMIT_CPU, kProcessorSeconds);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // whose shadow alone is terabytes of address space
  limit(RLIMIT_AS, kMemoryBytes);
#endif
  limit(RLIMIT_CORE, 0);
  std::ios::sync_with_stdio(false);
  poppler::set_debug_error_function([](const std::string&, void*) {}, nullptr);
  std::ifstream file;
  if (argc > 1) file.open(argv[1], std::ios::binary);
  const std::string bytes = all_of(argc > 1 ? file : std::cin);
  if (bytes.empty() || bytes.size() > (64u << 20)) return 1;
  const std::unique_ptr<poppler::document> document(
      poppler::document::load_from_raw_data(bytes.data(), static_cast<int>(bytes.size())));
  if (!document || document->is_locked()) return 1;
  write({{"title", utf8(document->get_title())}, {"author", utf8(document->get_author())}, {"pages", document->pages()}});
  std::set<std::string> links;
  write_links(bytes, links);
  if (links.size() < kMostLinks) write_links(object_streams(bytes), links);
  std::size_t words = 0;
  for (int page = 0; page < std::min(document->pages(), kMostPages); ++page) {
    words += write_page(*document, page, kMostWords - words);
  }
  std::cout.flush();
  std::_Exit(std::cout ? 0 : 1);  // the system takes all memory back faster than its owners; fontconfig never gives its own
}
