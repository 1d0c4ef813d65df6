// SPDX-License-Identifier: GPL-3.0-or-later
// One exchange in curl's hands: what it may cost, what came, and what that amounts to. A transfer is used for one exchange
// after the other, since setting up a handle costs as much as the exchange.
#pragma once

#include <curl/curl.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "crawler/fetch.h"
#include "crawler/fetch_body.h"

namespace fellow::crawler {

class Transfer {
 public:
  // Keeps references to both for its life.
  Transfer(const Fetcher::Options& options, const Guard& guard);
  ~Transfer();
  Transfer(const Transfer&) = delete;
  Transfer& operator=(const Transfer&) = delete;

  CURL* easy() { return easy_.get(); }
  void prepare(FetchRequest request);
  // Ends the exchange with that reason once curl lets go of it; the first reason stays.
  void stop(Reason reason, std::string detail);
  // So much time has gone by. Whether the exchange takes too long, and is to be ended with the reason that was noted.
  bool overdue(std::chrono::milliseconds step);
  // What the exchange comes to, once curl is through with it.
  Fetched conclude(CURLcode code);
  // The error of this machine, not of the server, that the last exchange ran into (no descriptor left); "" if there was none.
  // Whether the answer is on disk, since it is more than memory should hold of many at a time.
  bool large() const { return body_.spooled() || body_.size() > FetchBody::kInMemory / 16; }
  const std::string& fault() const { return fault_; }

 private:
  struct SlistDeleter {
    void operator()(curl_slist* list) const { curl_slist_free_all(list); }
  };
  struct EasyDeleter {
    void operator()(CURL* easy) const { curl_easy_cleanup(easy); }
  };
  using Slist = std::unique_ptr<curl_slist, SlistDeleter>;
  static void append(Slist& list, const std::string& line);

  static curl_socket_t on_open_socket(void* user, curlsocktype purpose, curl_sockaddr* address);
  static int on_ready(void* user, char* peer, char* local, int port, int local_port);
  static std::size_t on_header(char* bytes, std::size_t one, std::size_t size, void* user);
  static std::size_t on_body(char* bytes, std::size_t one, std::size_t size, void* user);
  static int on_debug(CURL* easy, curl_infotype type, char* bytes, std::size_t size, void* user);

  void set_once();
  void set_limits();
  bool header_is_fine();
  bool lengths_are_fine();
  bool take(std::string_view bytes);
  void take_body(Fetched& answer);
  void note_fault(CURLcode code);
  bool name_is_missing();

  const Fetcher::Options& options_;
  const Guard& guard_;
  Slist accept_, headers_, connect_to_, resolve_;
  std::string resolved_;  // the host and port that resolve_ gave an address, for as long as this one knows it
  FetchRequest request_;
  Fetched answer_;
  FetchBody body_;
  Reason stopped_ = Reason::none;  // why we ended it ourselves
  std::string why_, fault_;
  bool enough_ = false;  // ended by us, and that is no failure
  bool header_begun_ = false, body_begun_ = false;
  std::size_t header_bytes_ = 0;
  std::chrono::milliseconds age_{0}, second_{0}, slow_{0};  // second_: since the speed was looked at; slow_: without a break
  std::size_t bytes_before_ = 0;                            // when the speed was looked at
  char error_[CURL_ERROR_SIZE] = "";
  std::unique_ptr<CURL, EasyDeleter> easy_;  // goes first: it points to most of the others
};

}  // namespace fellow::crawler
