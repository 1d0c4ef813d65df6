// SPDX-License-Identifier: GPL-3.0-or-later
#include "crawler/operator_get.h"

#include <curl/curl.h>

#include <memory>

namespace fellow::crawler {
namespace {

constexpr std::size_t kMaxBytes = 16U << 20U;

std::size_t take(char* bytes, std::size_t size, std::size_t count, void* into) {
  auto& body = *static_cast<std::string*>(into);
  if (body.size() + size * count > kMaxBytes) return 0;  // curl then ends with CURLE_WRITE_ERROR
  body.append(bytes, size * count);
  return size * count;
}

}  // namespace

Result<std::string> operator_get(const Url& url, std::chrono::milliseconds deadline) {
  const std::unique_ptr<CURL, decltype(&curl_easy_cleanup)> easy(curl_easy_init(), curl_easy_cleanup);
  if (!easy) return fail(Code::io, "libcurl cannot start");
  std::string body;
  curl_easy_setopt(easy.get(), CURLOPT_URL, url.text().c_str());
  curl_easy_setopt(easy.get(), CURLOPT_PROTOCOLS_STR, "http,https");
  curl_easy_setopt(easy.get(), CURLOPT_TIMEOUT_MS, static_cast<long>(deadline.count()));
  curl_easy_setopt(easy.get(), CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(easy.get(), CURLOPT_ACCEPT_ENCODING, "");
  curl_easy_setopt(easy.get(), CURLOPT_WRITEFUNCTION, take);
  curl_easy_setopt(easy.get(), CURLOPT_WRITEDATA, &body);
  const CURLcode code = curl_easy_perform(easy.get());
  if (code == CURLE_OK) return body;
  const Code kind = code == CURLE_OPERATION_TIMEDOUT ? Code::timeout : code == CURLE_WRITE_ERROR ? Code::too_big : Code::io;
  return fail(kind, std::string("no answer: ") + curl_easy_strerror(code), url.origin());
}

}  // namespace fellow::crawler
