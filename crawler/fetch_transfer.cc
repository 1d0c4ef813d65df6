// SPDX-License-Identifier: GPL-3.0-or-later
#include "crawler/fetch_transfer.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "crawler/fetch_decode.h"
#include "fellow/check.h"
#include "fellow/text.h"

namespace fellow::crawler {
namespace {

// Markdown, BibTeX and the like first come as text/plain anyway; servers that negotiate have HTML for us.
constexpr const char* kAccept =
    "Accept: text/html,application/xhtml+xml,text/markdown,application/pdf;q=0.9,text/plain;q=0.8,*/*;q=0.5";
constexpr curl_off_t kLongestWait = 30 * 24 * 3600;  // of Retry-After, seconds

// A value from the web that goes back into a header line as it came.
bool safe_value(std::string_view value) {
  return !value.empty() && value.size() <= 1000 && value.find_first_of(std::string_view("\r\n\0", 3)) == std::string_view::npos;
}

// The only URLs that there are have a host and a scheme; this one is never asked.
Url no_url() { return Url::parse("http://nowhere.invalid/").value(); }

std::string kibibytes(std::size_t bytes) { return std::to_string(bytes >> 10) + " KiB"; }

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
    {CURLE_UNSUPPORTED_PROTOCOL, Reason::protocol},  // HTTP/0.9
    {CURLE_WEIRD_SERVER_REPLY, Reason::protocol},
    {CURLE_BAD_CONTENT_ENCODING, Reason::protocol},  // of a transfer coding: content codings are undone here
    {CURLE_HTTP2, Reason::protocol},
    {CURLE_URL_MALFORMAT, Reason::url},
    {CURLE_OUT_OF_MEMORY, Reason::header},  // one line of more than 100 KiB
    {CURLE_SSL_CONNECT_ERROR, Reason::tls},
    {CURLE_PEER_FAILED_VERIFICATION, Reason::tls},
    {CURLE_SSL_CERTPROBLEM, Reason::tls},
    {CURLE_SSL_CIPHER, Reason::tls},
    {CURLE_SSL_CACERT_BADFILE, Reason::tls},
    {CURLE_SSL_ISSUER_ERROR, Reason::tls},
    {CURLE_SSL_INVALIDCERTSTATUS, Reason::tls},
    {CURLE_SSL_ENGINE_INITFAILED, Reason::tls},
};

Reason reason_of(CURLcode code, std::string_view error) {
  if (code == CURLE_OPERATION_TIMEDOUT) return Reason::timeout;  // the system's own, of a connection that is not taken
  if (code == CURLE_RECV_ERROR && error.find("chunked-encoding") != std::string_view::npos) return Reason::protocol;
  for (const CodeRow& row : kCodes) {
    if (row.code == code) return row.reason;
  }
  return Reason::protocol;
}

// "jane.example:8480" of "jane.example:8480:127.0.0.1".
std::string name_resolved(const std::string& resolve) {
  const std::size_t host = resolve.starts_with('[') ? resolve.find(']') : 0;
  const std::size_t port = resolve.find(':', host);
  return port == std::string::npos ? std::string() : resolve.substr(0, resolve.find(':', port + 1));
}

}  // namespace

void Transfer::append(Slist& list, const std::string& line) {
  curl_slist* longer = curl_slist_append(list.get(), line.c_str());
  CHECK(longer != nullptr);
  (void)list.release();
  list.reset(longer);
}

Transfer::Transfer(const Fetcher::Options& options, const Guard& guard)
    : options_(options), guard_(guard), request_(no_url()), easy_(curl_easy_init()) {
  CHECK(easy_ != nullptr);
  append(accept_, kAccept);
  body_.spool_in(options.spool);
  set_once();
}

Transfer::~Transfer() = default;

void Transfer::set_once() {
  CURL* easy = easy_.get();
  curl_easy_setopt(easy, CURLOPT_PRIVATE, this);
  curl_easy_setopt(easy, CURLOPT_USERAGENT, options_.user_agent.c_str());
  if (!options_.ca_file.empty()) curl_easy_setopt(easy, CURLOPT_CAINFO, options_.ca_file.c_str());
  curl_easy_setopt(easy, CURLOPT_PATH_AS_IS, 1L);
  curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
  curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 0L);
  curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1);  // one exchange at a time; archived as it was sent
  curl_easy_setopt(easy, CURLOPT_ACCEPT_ENCODING, kAcceptedCodings);
  curl_easy_setopt(easy, CURLOPT_HTTP_CONTENT_DECODING, 0L);
  curl_easy_setopt(easy, CURLOPT_PROXY, "");
  curl_easy_setopt(easy, CURLOPT_NETRC, CURL_NETRC_IGNORED);
  curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, &Transfer::on_open_socket);
  curl_easy_setopt(easy, CURLOPT_OPENSOCKETDATA, this);
  curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, &Transfer::on_ready);
  curl_easy_setopt(easy, CURLOPT_PREREQDATA, this);
  curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, &Transfer::on_header);
  curl_easy_setopt(easy, CURLOPT_HEADERDATA, this);
  curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, &Transfer::on_body);
  curl_easy_setopt(easy, CURLOPT_WRITEDATA, this);
  curl_easy_setopt(easy, CURLOPT_VERBOSE, options_.keeps_requests ? 1L : 0L);  // the only way to see the request as it was sent
  curl_easy_setopt(easy, CURLOPT_DEBUGFUNCTION, &Transfer::on_debug);
  curl_easy_setopt(easy, CURLOPT_DEBUGDATA, this);
  curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, error_);
  curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(easy, CURLOPT_QUICK_EXIT, 1L);  // a resolver that hangs must not hold up the others
}

void Transfer::prepare(FetchRequest request) {
  request_ = std::move(request);
  answer_ = Fetched();
  body_.clear();
  stopped_ = Reason::none;
  why_.clear();
  fault_.clear();
  enough_ = header_begun_ = body_begun_ = false;
  header_bytes_ = 0;
  age_ = second_ = slow_ = std::chrono::milliseconds(0);
  bytes_before_ = 0;
  error_[0] = '\0';

  CURL* easy = easy_.get();
  headers_.reset();
  if (safe_value(request_.etag)) append(headers_, "If-None-Match: " + request_.etag);
  if (safe_value(request_.last_modified)) append(headers_, "If-Modified-Since: " + request_.last_modified);
  if (headers_) append(headers_, kAccept);
  curl_easy_setopt(easy, CURLOPT_URL, request_.url.text().c_str());
  curl_easy_setopt(easy, CURLOPT_HTTPHEADER, headers_ ? headers_.get() : accept_.get());
  curl_easy_setopt(easy, CURLOPT_FORBID_REUSE, 0L);
  const auto most = request_.enough_bytes > 0 ? 0 : options_.limits.wire_bytes;
  curl_easy_setopt(easy, CURLOPT_MAXFILESIZE_LARGE, static_cast<curl_off_t>(most));
  connect_to_.reset();
  resolve_.reset();
  const auto detour = guard_.detour(request_.url);
  if (detour) append(connect_to_, detour->connect_to);
  // With a time to keep addresses for, curl looks at all it has after each transfer: ours are taken back when they have served.
  curl_easy_setopt(easy, CURLOPT_DNS_CACHE_TIMEOUT, detour ? -1L : 60L);
  const std::string before = std::exchange(resolved_, detour ? name_resolved(detour->resolve) : std::string());
  if (!before.empty() && before != resolved_) append(resolve_, "-" + before);
  if (!resolved_.empty()) append(resolve_, detour->resolve);
  curl_easy_setopt(easy, CURLOPT_CONNECT_TO, connect_to_.get());
  curl_easy_setopt(easy, CURLOPT_RESOLVE, resolve_.get());
}

void Transfer::stop(Reason reason, std::string detail) {
  if (stopped_ != Reason::none) return;
  stopped_ = reason;
  why_ = std::move(detail);
}

// Nothing was asked of anybody yet, since the name has no address so far.
bool Transfer::name_is_missing() {
  curl_off_t found = 0;
  return curl_easy_getinfo(easy_.get(), CURLINFO_NAMELOOKUP_TIME_T, &found) == CURLE_OK && found == 0;
}

// R5. Speed is looked at once a second.
bool Transfer::overdue(std::chrono::milliseconds step) {
  const FetchLimits& limits = options_.limits;
  age_ += step;
  if (!header_begun_ && age_ >= limits.first_byte) {
    const bool no_name = name_is_missing();
    stop(no_name ? Reason::dns : Reason::timeout, no_name ? "no answer from the name server in time" : "no first byte in time");
    return true;
  }
  if (age_ >= limits.whole) {
    stop(Reason::timeout, "not whole in time");
    return true;
  }
  if (!header_begun_ || (second_ += step) < std::chrono::seconds(1)) return false;
  const std::size_t bytes = header_bytes_ + body_.size();
  slow_ = bytes - bytes_before_ < static_cast<std::size_t>(limits.slow_bytes_a_second) ? slow_ + second_
                                                                                       : std::chrono::milliseconds(0);
  bytes_before_ = bytes;
  second_ = std::chrono::milliseconds(0);
  if (slow_ < limits.slow_time) return false;
  stop(Reason::too_slow, "less than " + std::to_string(limits.slow_bytes_a_second) + " bytes a second");
  return true;
}

curl_socket_t Transfer::on_open_socket(void* user, curlsocktype, curl_sockaddr* address) {
  Transfer& transfer = *static_cast<Transfer*>(user);
  const auto peer = address_of(address->addr);
  int port = 0;
  if (address->family == AF_INET) port = ntohs(reinterpret_cast<const sockaddr_in*>(&address->addr)->sin_port);
  if (address->family == AF_INET6) port = ntohs(reinterpret_cast<const sockaddr_in6*>(&address->addr)->sin6_port);
  if (!peer || !transfer.guard_.allows(*peer, port)) {
    transfer.stop(Reason::private_address, "the host's address is not a public one");
    return CURL_SOCKET_BAD;
  }
  return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

// Asked before each request, for connections that are used again too (where no socket is opened).
int Transfer::on_ready(void* user, char* peer_text, char*, int port, int) {
  Transfer& transfer = *static_cast<Transfer*>(user);
  const auto peer = parse_address(peer_text);
  if (peer && transfer.guard_.allows(*peer, port)) return CURL_PREREQFUNC_OK;
  transfer.stop(Reason::private_address, "the host's address is not a public one");
  return CURL_PREREQFUNC_ABORT;
}

// How long the answer is must be said in one way (RFC 9112, 6.3): two ends that count differently take one answer for two.
bool Transfer::lengths_are_fine() {
  const std::string coding = text::lower(answer_.fields("Transfer-Encoding"));
  if (!coding.empty() && coding != "chunked" && coding != "identity") {
    stop(Reason::protocol, "a transfer coding that nobody asked for: " + coding.substr(0, 60));
    return false;
  }
  const std::string length = answer_.field("Content-Length"), lengths = answer_.fields("Content-Length");
  for (const std::string_view other : text::split(lengths, ',')) {
    if (text::trim(other) == length) continue;
    stop(Reason::protocol, "two different lengths: " + lengths.substr(0, 60));
    return false;
  }
  if (!length.empty() && !coding.empty()) curl_easy_setopt(easy_.get(), CURLOPT_FORBID_REUSE, 1L);
  return true;
}

// The header is whole: may the body come?
bool Transfer::header_is_fine() {
  long status = 0;
  curl_easy_getinfo(easy_.get(), CURLINFO_RESPONSE_CODE, &status);
  answer_.status = static_cast<int>(status);
  if (!lengths_are_fine()) return false;
  const auto codings = count_codings(answer_.fields("Content-Encoding"));
  if (codings && *codings > options_.limits.codings) {
    stop(Reason::decode, "content codings nested too deep");
    return false;
  }
  if (request_.wanted && status / 100 != 1 && !request_.wanted(answer_.status, answer_.field("Content-Type"))) {
    stop(Reason::content_type, answer_.field("Content-Type"));
    return false;
  }
  return true;
}

std::size_t Transfer::on_header(char* bytes, std::size_t, std::size_t size, void* user) {
  Transfer& transfer = *static_cast<Transfer*>(user);
  transfer.header_begun_ = true;
  const std::string_view line(bytes, size);
  transfer.header_bytes_ += size;
  if (transfer.header_bytes_ > transfer.options_.limits.header_bytes) {
    transfer.stop(Reason::header, "more than " + kibibytes(transfer.options_.limits.header_bytes) + " of header");
    return 0;
  }
  if (transfer.body_begun_) return size;                           // trailer fields
  if (line.starts_with("HTTP/")) transfer.answer_.header.clear();  // after an answer of 1xx
  transfer.answer_.header += line;
  const bool last = line == "\r\n" || line == "\n";
  return last && !transfer.header_is_fine() ? 0 : size;
}

std::size_t Transfer::on_body(char* bytes, std::size_t, std::size_t size, void* user) {
  Transfer& transfer = *static_cast<Transfer*>(user);
  return transfer.take({bytes, size}) ? size : 0;
}

bool Transfer::take(std::string_view bytes) {
  body_begun_ = true;
  const std::size_t enough = request_.enough_bytes, with_these = body_.size() + bytes.size();
  if (enough > 0 && with_these >= enough) {
    body_.append(bytes.substr(0, enough - body_.size()));
    enough_ = true;
    return false;
  }
  const auto most = static_cast<std::size_t>(options_.limits.wire_bytes);
  if (enough == 0 && with_these > most) {
    stop(Reason::too_large, "more than " + kibibytes(most));
    return false;
  }
  body_.append(bytes);
  return true;
}

int Transfer::on_debug(CURL*, curl_infotype type, char* bytes, std::size_t size, void* user) {
  if (type == CURLINFO_HEADER_OUT) static_cast<Transfer*>(user)->answer_.request.append(bytes, size);
  return 0;
}

// Without a descriptor no name is found and no socket opened, and that is none of the hosts' doing.
void Transfer::note_fault(CURLcode code) {
  if (code != CURLE_COULDNT_CONNECT && code != CURLE_COULDNT_RESOLVE_HOST) return;
  const int fd = open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (fd < 0 && (errno == EMFILE || errno == ENFILE)) fault_ = std::strerror(errno);
  if (fd >= 0) close(fd);
}

void Transfer::take_body(Fetched& answer) {
  std::string bytes;
  if (!body_.take(bytes)) {
    answer.reason = Reason::truncated;
    answer.detail = "could not be read back from its temporary file";
    return;
  }
  const FetchLimits& limits = options_.limits;
  Decoded decoded = decode(std::move(bytes), answer.fields("Content-Encoding"),
                           {.bytes = limits.decoded_bytes, .codings = limits.codings, .enough_bytes = request_.enough_bytes});
  answer.body = std::move(decoded.body);
  answer.reason = decoded.reason;
  answer.detail = std::move(decoded.detail);
}

Fetched Transfer::conclude(CURLcode code) {
  Fetched answer = std::move(answer_);
  curl_off_t bytes = 0, wait = 0;
  curl_easy_getinfo(easy_.get(), CURLINFO_SIZE_DOWNLOAD_T, &bytes);
  long sent = 0;
  curl_easy_getinfo(easy_.get(), CURLINFO_REQUEST_SIZE, &sent);
  answer.sent = sent > 0;
  answer.wire_bytes = bytes;
  if (curl_easy_getinfo(easy_.get(), CURLINFO_RETRY_AFTER, &wait) == CURLE_OK && wait > 0)  // in either form
    answer.retry_after = std::chrono::seconds(std::min(wait, kLongestWait));
  // With a second address that is open, a closed first one is no failure.
  const bool stopped = stopped_ != Reason::none && !(code == CURLE_OK && stopped_ == Reason::private_address);
  if (enough_ || (code == CURLE_OK && !stopped && answer.status != 0)) {
    take_body(answer);
    return answer;
  }
  body_.clear();
  note_fault(code);
  if (!fault_.empty()) {  // says nothing about the host
    answer.reason = Reason::budget;
    answer.detail = fault_;
  } else if (stopped) {
    answer.reason = stopped_;
    answer.detail = std::move(why_);
  } else if (code != CURLE_OK) {
    answer.reason = reason_of(code, error_);
    long error = 0;
    if (code == CURLE_COULDNT_CONNECT && curl_easy_getinfo(easy_.get(), CURLINFO_OS_ERRNO, &error) == CURLE_OK)
      answer.os_error = static_cast<int>(error);
    answer.detail = error_[0] != '\0' ? error_ : curl_easy_strerror(code);
  } else {
    answer.reason = Reason::protocol;
    answer.detail = "no status line";
  }
  return answer;
}

}  // namespace fellow::crawler
