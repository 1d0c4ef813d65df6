// SPDX-License-Identifier: GPL-3.0-or-later
// How fast could a crawl be? libcurl's multi interface alone, one thread, one connection a host, nothing parsed or kept.
//
// usage: crawl_floor URLS HOST:PORT PARALLEL      every URL of the file is asked of that server, as with --connect-to
#include <curl/curl.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

namespace {

std::size_t drop(char*, std::size_t one, std::size_t size, void*) { return one * size; }

class Floor {
 public:
  Floor(std::vector<std::string> urls, const std::string& server, std::size_t parallel)
      : urls_(std::move(urls)), multi_(curl_multi_init()), detour_(curl_slist_append(nullptr, ("::" + server).c_str())) {
    curl_multi_setopt(multi_, CURLMOPT_MAXCONNECTS, static_cast<long>(parallel));
    for (std::size_t i = 0; i < parallel && next_ < urls_.size(); ++i) start(make());
  }

  // How many were not answered with 200.
  long run() {
    while (live_ > 0) {
      int running = 0;
      curl_multi_perform(multi_, &running);
      take_ended();
      if (live_ > 0) curl_multi_poll(multi_, nullptr, 0, 100, nullptr);
    }
    return bad_;
  }

 private:
  CURL* make() const {
    CURL* easy = curl_easy_init();
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, &drop);
    curl_easy_setopt(easy, CURLOPT_USERAGENT, "crawl_floor");
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(easy, CURLOPT_CONNECT_TO, detour_);
    curl_easy_setopt(easy, CURLOPT_PROXY, "");
    return easy;
  }
  void start(CURL* easy) {
    curl_easy_setopt(easy, CURLOPT_URL, urls_[next_++].c_str());
    curl_multi_add_handle(multi_, easy);
    ++live_;
  }
  void take_ended() {
    int left = 0;
    while (CURLMsg* message = curl_multi_info_read(multi_, &left)) {
      CURL* easy = message->easy_handle;
      long status = 0;
      curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status);
      if (message->data.result != CURLE_OK || status != 200) ++bad_;
      curl_multi_remove_handle(multi_, easy);
      --live_;
      if (next_ < urls_.size()) {
        start(easy);
      } else {
        curl_easy_cleanup(easy);
      }
    }
  }

  std::vector<std::string> urls_;
  CURLM* multi_;
  curl_slist* detour_;
  std::size_t next_ = 0, live_ = 0;
  long bad_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) {
    std::fputs("usage: crawl_floor URLS HOST:PORT PARALLEL\n", stderr);
    return 64;
  }
  std::vector<std::string> urls;
  std::ifstream in(argv[1]);
  for (std::string line; std::getline(in, line);) urls.push_back(line);
  curl_global_init(CURL_GLOBAL_ALL);
  const long bad = Floor(std::move(urls), argv[2], static_cast<std::size_t>(std::atoi(argv[3]))).run();
  if (bad > 0) std::fprintf(stderr, "%ld were not answered with 200\n", bad);
  return bad > 0 ? 1 : 0;
}
