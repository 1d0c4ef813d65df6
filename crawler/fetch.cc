// SPDX-License-Identifier: GPL-3.0-or-later
#include "crawler/fetch.h"

#include <algorithm>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <unordered_set>

#include "crawler/curl_multi.h"
#include "fellow/check.h"
#include "fellow/text.h"

namespace fellow::crawler {

namespace asio = boost::asio;

namespace {

// Markdown, BibTeX and the like first come as text/plain anyway; servers that negotiate have HTML for us.
constexpr const char* kAccept =
    "Accept: text/html,application/xhtml+xml,text/markdown,application/pdf;q=0.9,text/plain;q=0.8,*/*;q=0.5";

struct SlistDeleter {
  void operator()(curl_slist* list) const { curl_slist_free_all(list); }
};
struct EasyDeleter {
  void operator()(CURL* easy) const { curl_easy_cleanup(easy); }
};
using Slist = std::unique_ptr<curl_slist, SlistDeleter>;

void append(Slist& list, const std::string& line) {
  curl_slist* longer = curl_slist_append(list.get(), line.c_str());
  CHECK(longer != nullptr);
  (void)list.release();
  list.reset(longer);
}

// A value from the web that goes back into a header line as it came.
bool safe_value(std::string_view value) {
  return !value.empty() && value.size() <= 1000 && value.find_first_of(std::string_view("\r\n\0", 3)) == std::string_view::npos;
}

int count_codings(std::string_view value) {
  int count = 0;
  for (std::string_view coding : text::split(value, ',')) {
    coding = text::trim(coding);
    if (!coding.empty() && !text::same_letters(coding, "identity")) ++count;
  }
  return count;
}

}  // namespace

// One exchange under way.
struct Transfer {
  Transfer(FetchRequest asked, const asio::any_io_executor& executor) : request(std::move(asked)), first_byte(executor) {}

  FetchRequest request;
  std::function<void(Fetched)> done;
  std::unique_ptr<CURL, EasyDeleter> easy{curl_easy_init()};
  Slist headers, connect_to;
  asio::steady_timer first_byte;
  Fetched answer;
  const Guard* guard = nullptr;
  const FetchLimits* limits = nullptr;
  Reason stopped = Reason::none;  // why we ended it ourselves
  std::string why;
  bool enough = false;  // ended by us, and that is no failure
  bool header_begun = false, body_begun = false;
  std::size_t header_bytes = 0;
  char error[CURL_ERROR_SIZE] = "";

  void stop(Reason reason, std::string detail) {
    if (stopped != Reason::none) return;
    stopped = reason;
    why = std::move(detail);
  }
  std::int64_t wire_bytes() const {
    curl_off_t bytes = 0;
    curl_easy_getinfo(easy.get(), CURLINFO_SIZE_DOWNLOAD_T, &bytes);
    return bytes;
  }
};

namespace {

Transfer& transfer_of(void* user) { return *static_cast<Transfer*>(user); }

curl_socket_t on_open_socket(void* user, curlsocktype, curl_sockaddr* address) {
  Transfer& transfer = transfer_of(user);
  const auto peer = address_of(address->addr);
  int port = 0;
  if (address->family == AF_INET) port = ntohs(reinterpret_cast<const sockaddr_in*>(&address->addr)->sin_port);
  if (address->family == AF_INET6) port = ntohs(reinterpret_cast<const sockaddr_in6*>(&address->addr)->sin6_port);
  if (!peer || !transfer.guard->allows(*peer, port)) {
    transfer.stop(Reason::private_address, "the host's address is not a public one");
    return CURL_SOCKET_BAD;
  }
  return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

// Asked before each request, for connections that are used again too (where no socket is opened).
int on_ready(void* user, char* peer_text, char*, int port, int) {
  Transfer& transfer = transfer_of(user);
  const auto peer = parse_address(peer_text);
  if (peer && transfer.guard->allows(*peer, port)) return CURL_PREREQFUNC_OK;
  transfer.stop(Reason::private_address, "the host's address is not a public one");
  return CURL_PREREQFUNC_ABORT;
}

// The header is whole: may the body come?
bool header_is_fine(Transfer& transfer) {
  Fetched& answer = transfer.answer;
  long status = 0;
  curl_easy_getinfo(transfer.easy.get(), CURLINFO_RESPONSE_CODE, &status);
  answer.status = static_cast<int>(status);
  if (count_codings(answer.fields("Content-Encoding")) > transfer.limits->codings) {
    transfer.stop(Reason::decode, "content codings nested too deep");
    return false;
  }
  // A connection on which the length was said twice is not used again: the two ends may count differently (RFC 9112, 6.3).
  if (!answer.field("Content-Length").empty() && !answer.field("Transfer-Encoding").empty()) {
    curl_easy_setopt(transfer.easy.get(), CURLOPT_FORBID_REUSE, 1L);
  }
  if (transfer.request.wanted && status / 100 != 1 && !transfer.request.wanted(answer.status, answer.field("Content-Type"))) {
    transfer.stop(Reason::content_type, answer.field("Content-Type"));
    return false;
  }
  return true;
}

std::size_t on_header(char* bytes, std::size_t, std::size_t size, void* user) {
  Transfer& transfer = transfer_of(user);
  transfer.header_begun = true;
  transfer.first_byte.cancel();
  const std::string_view line(bytes, size);
  transfer.header_bytes += size;
  if (transfer.header_bytes > transfer.limits->header_bytes) {
    transfer.stop(Reason::header, "more than 64 KiB of header");
    return 0;
  }
  if (transfer.body_begun) return size;                           // trailer fields
  if (line.starts_with("HTTP/")) transfer.answer.header.clear();  // after an answer of 1xx
  transfer.answer.header += line;
  const bool last = line == "\r\n" || line == "\n";
  return last && !header_is_fine(transfer) ? 0 : size;
}

std::size_t on_body(char* bytes, std::size_t, std::size_t size, void* user) {
  Transfer& transfer = transfer_of(user);
  transfer.body_begun = true;
  std::string& body = transfer.answer.body;
  const std::size_t enough = transfer.request.enough_bytes;
  if (enough > 0 && body.size() + size >= enough) {
    body.append(bytes, enough - body.size());
    transfer.enough = true;
    return 0;
  }
  if (body.size() + size > transfer.limits->decoded_bytes) {
    transfer.stop(Reason::too_large, "more than 10 MiB after decoding");
    return 0;
  }
  body.append(bytes, size);
  return size;
}

int on_progress(void* user, curl_off_t, curl_off_t received, curl_off_t, curl_off_t) {
  Transfer& transfer = transfer_of(user);
  if (received <= transfer.limits->wire_bytes || transfer.request.enough_bytes > 0) return 0;
  transfer.stop(Reason::too_large, "more than 5 MiB");
  return 1;
}

int on_debug(CURL*, curl_infotype type, char* bytes, std::size_t size, void* user) {
  if (type == CURLINFO_HEADER_OUT) transfer_of(user).answer.request.append(bytes, size);
  return 0;
}

struct CodeRow {
  CURLcode code;
  Reason reason;
};
constexpr CodeRow kCodes[] = {
    {CURLE_COULDNT_RESOLVE_HOST, Reason::dns},
    {CURLE_COULDNT_CONNECT, Reason::network},
    {CURLE_GOT_NOTHING, Reason::empty},
    {CURLE_PARTIAL_FILE, Reason::truncated},
    {CURLE_FILESIZE_EXCEEDED, Reason::too_large},
    {CURLE_SEND_ERROR, Reason::reset},
    {CURLE_RECV_ERROR, Reason::reset},
    {CURLE_BAD_CONTENT_ENCODING, Reason::decode},
    {CURLE_UNSUPPORTED_PROTOCOL, Reason::protocol},  // HTTP/0.9
    {CURLE_WEIRD_SERVER_REPLY, Reason::protocol},
    {CURLE_HTTP2, Reason::protocol},
    {CURLE_URL_MALFORMAT, Reason::url},
    {CURLE_SSL_CONNECT_ERROR, Reason::tls},
    {CURLE_PEER_FAILED_VERIFICATION, Reason::tls},
    {CURLE_SSL_CERTPROBLEM, Reason::tls},
    {CURLE_SSL_CIPHER, Reason::tls},
    {CURLE_SSL_CACERT_BADFILE, Reason::tls},
    {CURLE_SSL_ISSUER_ERROR, Reason::tls},
    {CURLE_SSL_INVALIDCERTSTATUS, Reason::tls},
    {CURLE_SSL_ENGINE_INITFAILED, Reason::tls},
};

Reason reason_of(CURLcode code, const Transfer& transfer) {
  if (code == CURLE_OPERATION_TIMEDOUT) {
    const bool slow = std::string_view(transfer.error).find("too slow") != std::string_view::npos;
    return slow && transfer.header_begun ? Reason::too_slow : Reason::timeout;
  }
  if (code == CURLE_OUT_OF_MEMORY) return Reason::header;  // one line of more than 100 KiB
  for (const CodeRow& row : kCodes) {
    if (row.code == code) return row.reason;
  }
  return Reason::protocol;
}

void set_request(Transfer& transfer) {
  CURL* easy = transfer.easy.get();
  append(transfer.headers, kAccept);
  if (safe_value(transfer.request.etag)) append(transfer.headers, "If-None-Match: " + transfer.request.etag);
  if (safe_value(transfer.request.last_modified))
    append(transfer.headers, "If-Modified-Since: " + transfer.request.last_modified);
  curl_easy_setopt(easy, CURLOPT_URL, transfer.request.url.text().c_str());
  curl_easy_setopt(easy, CURLOPT_HTTPHEADER, transfer.headers.get());
  curl_easy_setopt(easy, CURLOPT_PATH_AS_IS, 1L);
  curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
  curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 0L);
  curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1);  // one exchange at a time; archived as it was sent
  curl_easy_setopt(easy, CURLOPT_ACCEPT_ENCODING, "");                  // all that this libcurl can undo
  curl_easy_setopt(easy, CURLOPT_PROXY, "");
  curl_easy_setopt(easy, CURLOPT_NETRC, CURL_NETRC_IGNORED);
  if (const auto detour = transfer.guard->detour(transfer.request.url)) {
    append(transfer.connect_to, *detour);
    curl_easy_setopt(easy, CURLOPT_CONNECT_TO, transfer.connect_to.get());
  }
}

void set_limits(Transfer& transfer) {
  CURL* easy = transfer.easy.get();
  const FetchLimits& limits = *transfer.limits;
  curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, static_cast<long>(limits.whole.count()));
  curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, static_cast<long>(limits.first_byte.count()));
  curl_easy_setopt(easy, CURLOPT_LOW_SPEED_LIMIT, limits.slow_bytes_a_second);
  curl_easy_setopt(easy, CURLOPT_LOW_SPEED_TIME, static_cast<long>(limits.slow_time.count()));
  if (transfer.request.enough_bytes == 0)
    curl_easy_setopt(easy, CURLOPT_MAXFILESIZE_LARGE, static_cast<curl_off_t>(limits.wire_bytes));
  curl_easy_setopt(easy, CURLOPT_DNS_CACHE_TIMEOUT, 600L);
  curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(easy, CURLOPT_QUICK_EXIT, 1L);  // a resolver that hangs must not hold up the others
  curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, transfer.error);
}

void set_callbacks(Transfer& transfer) {
  CURL* easy = transfer.easy.get();
  curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, &on_open_socket);
  curl_easy_setopt(easy, CURLOPT_OPENSOCKETDATA, &transfer);
  curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, &on_ready);
  curl_easy_setopt(easy, CURLOPT_PREREQDATA, &transfer);
  curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, &on_header);
  curl_easy_setopt(easy, CURLOPT_HEADERDATA, &transfer);
  curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, &on_body);
  curl_easy_setopt(easy, CURLOPT_WRITEDATA, &transfer);
  curl_easy_setopt(easy, CURLOPT_NOPROGRESS, 0L);
  curl_easy_setopt(easy, CURLOPT_XFERINFOFUNCTION, &on_progress);
  curl_easy_setopt(easy, CURLOPT_XFERINFODATA, &transfer);
  curl_easy_setopt(easy, CURLOPT_VERBOSE, 1L);
  curl_easy_setopt(easy, CURLOPT_DEBUGFUNCTION, &on_debug);
  curl_easy_setopt(easy, CURLOPT_DEBUGDATA, &transfer);
}

// What the exchange comes to, once curl is through with it.
Fetched conclude(Transfer& transfer, CURLcode code) {
  Fetched answer = std::move(transfer.answer);
  answer.wire_bytes = transfer.wire_bytes();
  curl_off_t wait = 0;  // Retry-After in either form
  if (curl_easy_getinfo(transfer.easy.get(), CURLINFO_RETRY_AFTER, &wait) == CURLE_OK && wait > 0) {
    answer.retry_after = std::chrono::seconds(std::min<curl_off_t>(wait, 30 * 24 * 3600));
  }
  if (transfer.enough) return answer;
  if (code == CURLE_OK && transfer.stopped == Reason::none && transfer.request.enough_bytes == 0 &&
      answer.wire_bytes > transfer.limits->wire_bytes) {
    transfer.stop(Reason::too_large, "more than 5 MiB");
  }
  // With a second address that is open, a closed first one is no failure.
  const bool stopped = transfer.stopped != Reason::none && !(code == CURLE_OK && transfer.stopped == Reason::private_address);
  if (stopped) {
    answer.reason = transfer.stopped;
    answer.detail = transfer.why;
  } else if (code != CURLE_OK) {
    answer.reason = reason_of(code, transfer);
    answer.detail = transfer.error[0] != '\0' ? transfer.error : curl_easy_strerror(code);
  } else if (answer.status == 0) {
    answer.reason = Reason::protocol;
    answer.detail = "no status line";
  }
  return answer;
}

}  // namespace

struct Fetcher::Impl {
  Impl(const asio::any_io_executor& on, Options chosen, Guard rules)
      : executor(on), options(std::move(chosen)), guard(std::move(rules)), multi(on, options.connections) {}

  asio::any_io_executor executor;
  Options options;
  Guard guard;
  std::unordered_set<std::shared_ptr<Transfer>> running;
  CurlMulti multi;  // goes first: its end touches the transfers

  void begin(FetchRequest request, std::function<void(Fetched)> done) {
    auto transfer = std::make_shared<Transfer>(std::move(request), executor);
    CHECK(transfer->easy != nullptr);
    transfer->done = std::move(done);
    transfer->guard = &guard;
    transfer->limits = &options.limits;
    set_request(*transfer);
    set_limits(*transfer);
    set_callbacks(*transfer);
    curl_easy_setopt(transfer->easy.get(), CURLOPT_USERAGENT, options.user_agent.c_str());
    if (!options.ca_file.empty()) curl_easy_setopt(transfer->easy.get(), CURLOPT_CAINFO, options.ca_file.c_str());
    running.insert(transfer);
    multi.start(transfer->easy.get(), [this, transfer](CURLcode code) { end(transfer, code); });
    transfer->first_byte.expires_after(options.limits.first_byte);
    transfer->first_byte.async_wait([this, weak = std::weak_ptr<Transfer>(transfer)](boost::system::error_code failed) {
      const auto held = weak.lock();
      if (failed || !held || held->header_begun || !held->done) return;
      held->stop(Reason::timeout, "no first byte in time");
      multi.cancel(held->easy.get());
      end(held, CURLE_OPERATION_TIMEDOUT);
    });
  }

  void end(const std::shared_ptr<Transfer>& transfer, CURLcode code) {
    if (!transfer->done) return;  // was ended by abort() or the timer while this was on its way
    const auto done = std::exchange(transfer->done, nullptr);
    transfer->first_byte.cancel();
    running.erase(transfer);
    done(conclude(*transfer, code));
  }
};

Fetcher::Fetcher(asio::any_io_executor executor, Options options, Guard guard)
    : impl_(std::make_unique<Impl>(executor, std::move(options), std::move(guard))) {
  static const CURLcode started = curl_global_init(CURL_GLOBAL_DEFAULT);
  CHECK(started == CURLE_OK);
}

Fetcher::~Fetcher() = default;

void Fetcher::get(FetchRequest request, std::function<void(Fetched)> done) {
  impl_->begin(std::move(request), std::move(done));
}

void Fetcher::abort() {
  const auto running = std::exchange(impl_->running, {});
  for (const auto& transfer : running) {
    impl_->multi.cancel(transfer->easy.get());
    transfer->stop(Reason::budget, "the run was ended");
    const auto done = std::exchange(transfer->done, nullptr);
    transfer->first_byte.cancel();
    if (done) asio::post(impl_->executor, [done, answer = conclude(*transfer, CURLE_ABORTED_BY_CALLBACK)] { done(answer); });
  }
}

}  // namespace fellow::crawler
