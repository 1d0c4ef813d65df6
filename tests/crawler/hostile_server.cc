// SPDX-License-Identifier: GPL-3.0-or-later
#include "hostile_server.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>
#include <zlib.h>

#include "certificates.h"
#include "fellow/check.h"
#include "tests/temporary.h"

namespace fellow::crawler {
namespace {

using std::chrono::hours;
using std::chrono::milliseconds;

constexpr const char* kTooLarge = "failed too-large";
constexpr const char* kDecode = "failed decode";
constexpr const char* kHeader = "failed header";
constexpr const char* kProtocol = "failed protocol";
constexpr const char* kRedirect = "failed redirect";
constexpr const char* kScheme = "refused scheme";
constexpr const char* kPrivate = "refused private-address";
constexpr const char* kTimeout = "failed timeout";
constexpr const char* kUnavailable = "failed unavailable";
constexpr const char* kTls = "failed tls";

constexpr HostileSite kSites[] = {
    // Bodies.
    {"drip", "http", "failed too-slow"},
    {"endless", "http", kTooLarge},
    {"endless-chunks", "http", kTooLarge},
    {"declared", "http", kTooLarge},
    {"gzip-bomb", "http", kTooLarge},
    {"gzip-gzip-bomb", "http", kTooLarge},
    {"inner-bomb", "http", kTooLarge},
    {"zstd-bomb", "http", kTooLarge},
    {"br-bomb", "http", kTooLarge},
    {"four-codings", "http", kDecode},
    {"no-gzip", "http", kDecode},
    {"cut-gzip", "http", kDecode},
    {"transfer-gzip", "http", kProtocol},
    {"transfer-zstd-bomb", "http", kProtocol},
    {"length-long", "http", "failed truncated"},
    {"length-short", "http", "ok"},
    {"length-twice", "http", kProtocol},
    {"length-negative", "http", kProtocol},
    {"length-and-chunks", "http", "ok"},
    {"smuggler", "http", "ok"},
    {"bad-chunk", "http", kProtocol},
    {"cut-chunk", "http", "failed truncated"},
    // Headers, and what is none.
    {"giant-line", "http", kHeader},
    {"many-lines", "http", kHeader},
    {"endless-header", "http", kHeader},
    {"endless-hints", "http", kHeader},
    {"slow-header", "http", kTimeout},
    {"old-http", "http", kProtocol},
    {"garbage", "http", kProtocol},
    {"ssh", "http", kProtocol},
    {"silent", "http", kTimeout},
    {"hangs-up", "http", "failed empty"},
    {"resets", "http", "failed reset"},
    // Redirects.
    {"loop", "http", kRedirect},
    {"self", "http", kRedirect},
    {"chain-of-6", "http", kRedirect},
    {"no-location", "http", kRedirect},
    {"to-file", "http", kScheme},
    {"to-ftp", "http", kScheme},
    {"to-javascript", "http", kScheme},
    {"to-loopback", "http", kPrivate},
    {"to-localhost-name", "http", kPrivate},
    {"to-private", "http", kPrivate},
    {"to-link-local", "http", kPrivate},
    {"to-mapped", "http", kPrivate},
    {"to-nat64", "http", kPrivate},
    {"to-open-port", "http", kPrivate},
    // robots.txt.
    {"robots-3-mib", "http", "ok"},
    {"robots-endless", "http", "ok"},
    {"robots-bomb", "http", "ok"},
    {"robots-noise", "http", "ok"},
    {"robots-loop", "http", "ok"},
    {"robots-to-private", "http", kPrivate},
    {"robots-silent", "http", kTimeout},
    {"robots-drip", "http", "failed too-slow"},
    {"robots-503", "http", kUnavailable},
    {"robots-429", "http", kUnavailable},
    // Later, please.
    {"later-seconds", "http", kUnavailable},
    {"later-date", "http", kUnavailable},
    {"soon", "http", "ok"},
    // Traps.
    {"cookie", "http", "ok"},
    {"links", "http", "ok"},
    {"calendar", "http", "ok"},
    {"sessions", "http", "ok"},
    {"deep", "http", "ok"},
    // TLS.
    {"expired", "https", kTls},
    {"not-yet", "https", kTls},
    {"wrong-name", "https", kTls},
    {"self-signed", "https", kTls},
    {"no-tls", "https", kTls},
};

constexpr const char* kOk = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n";

ScriptedAnswer raw(std::string bytes, bool close = true) { return {.pieces = {{std::move(bytes)}}, .close = close}; }

ScriptedAnswer coded(const std::string& body, const std::string& coding) {
  return answer(200, body, "Content-Type: text/html\r\nContent-Encoding: " + coding + "\r\n");
}

ScriptedAnswer redirect(const std::string& location) { return answer(302, "", "Location: " + location + "\r\n"); }

// `first`, then one byte each tenth of a second.
ScriptedAnswer drip(const std::string& first, const std::string& byte = "x") {
  ScriptedAnswer slow{.pieces = {{first}, {byte, milliseconds(100)}}};
  slow.endless = true;
  return slow;
}

ScriptedAnswer forever(const std::string& first, const std::string& then) {
  ScriptedAnswer flood{.pieces = {{first}, {then}}};
  flood.endless = true;
  return flood;
}

ScriptedAnswer silence() { return {.pieces = {{"", hours(1)}}}; }

std::string repeated(const std::string& text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

// 64 MiB of zero bytes, as `brotli -q 11 -w 24` packs them.
constexpr std::string_view kBrotliBomb(
    "\xcf\xff\xff\x7f\xf8\x27\x00\xe2\xb1\x40\x20\xf7\xfe\x9f\xff\xff\xff\xf0\x4f\x00\xc4\x61\x01\x80\xee\xfd\x3f\xff\xff\xff"
    "\xe1\x9f\x00\x88\xc3\x22\x00\xdd\xfb\x7f\xfe\xff\xff\xc3\x3f\x01\x10\x87\x05\x00\xba\xf7\xff\x03",
    54);

}  // namespace

std::string gzip_bomb(std::size_t bytes) {
  z_stream stream{};
  deflateInit2(&stream, 9, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY);
  std::string zeros(1 << 16, '\0'), out(bytes / 900 + (1 << 16), '\0');
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  for (std::size_t done = 0; done < bytes; done += zeros.size()) {
    stream.next_in = reinterpret_cast<Bytef*>(zeros.data());
    stream.avail_in = static_cast<uInt>(zeros.size());
    deflate(&stream, done + zeros.size() < bytes ? Z_NO_FLUSH : Z_FINISH);
  }
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

std::string zstd_bomb(std::size_t bytes) {
  constexpr std::size_t kBlock = 128 << 10;
  std::string frame("\x28\xb5\x2f\xfd\x00\x58", 6);  // no size said, a window of 2 MiB
  for (std::size_t done = 0; done < bytes; done += kBlock) {
    const bool last = done + kBlock >= bytes;
    const std::uint32_t head = static_cast<std::uint32_t>(kBlock << 3) | 1U << 1 | (last ? 1U : 0U);  // RLE
    for (const int shift : {0, 8, 16}) frame += static_cast<char>(head >> shift & 0xff);
    frame += '\0';
  }
  return frame;
}

struct HostileWeb::Tls {
  explicit Tls(const std::filesystem::path& where) : folder(where / "tls") {
    std::filesystem::create_directories(folder);
    write_file(folder / "authority", authority.certificate());
    for (const auto& [file, wish] : std::initializer_list<std::pair<const char*, Authority::Wish>>{
             {"fine", {"fine.hostile.example"}},
             {"expired", {"expired.hostile.example", -30, -1}},
             {"not-yet", {"not-yet.hostile.example", 1, 30}},
             {"wrong-name", {"fine.hostile.example"}},
             {"self-signed", {"self-signed.hostile.example", -30, 30, true}},
         }) {
      write_file(folder / (std::string(file) + ".hostile.example.pem"), authority.issue(wish));
    }
    start();
  }
  ~Tls() {
    close(input);  // it ends with its input
    int status = 0;
    waitpid(pid, &status, 0);
  }

  void start() {
    int in[2], out[2];
    CHECK(pipe2(in, O_CLOEXEC) == 0 && pipe2(out, O_CLOEXEC) == 0);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, in[0], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, out[1], STDOUT_FILENO);
    std::string script = FELLOW_SOURCE_DIR "/tests/crawler/tls_server.py", name = "python3", where = folder.string();
    char* argv[] = {name.data(), script.data(), where.data(), nullptr};
    CHECK(posix_spawnp(&pid, "python3", &actions, nullptr, argv, environ) == 0);
    posix_spawn_file_actions_destroy(&actions);
    close(in[0]);
    close(out[1]);
    input = in[1];
    char line[16] = "";
    CHECK(read(out[0], line, sizeof line - 1) > 0);
    close(out[0]);
    port = std::stoi(line);
  }

  Authority authority;
  std::filesystem::path folder;
  pid_t pid = 0;
  int input = -1, port = 0;
};

HostileWeb::HostileWeb(LoopbackServer& web, const std::filesystem::path& folder)
    : web_(web), tls_(std::make_unique<Tls>(folder)) {
  script_bodies();
  script_headers();
  script_redirects();
  script_robots();
  script_traps();
}

HostileWeb::~HostileWeb() = default;

std::span<const HostileSite> HostileWeb::sites() { return kSites; }

std::vector<std::string> HostileWeb::seeds() const {
  std::vector<std::string> seeds;
  for (const HostileSite& site : kSites) seeds.push_back(site.url());
  return seeds;
}

std::vector<std::string> HostileWeb::connect_to() const {
  const std::string plain = ":127.0.0.1:" + std::to_string(web_.port());
  return {"no-tls.hostile.example:443" + plain, "*.hostile.example:80" + plain,
          "*.hostile.example:443:127.0.0.1:" + std::to_string(tls_->port)};
}

std::string HostileWeb::ca_file() const { return (tls_->folder / "authority").string(); }

void HostileWeb::script_bodies() {
  const auto home = [this](const char* name, ScriptedAnswer says) {
    web_.script(std::string(name) + ".hostile.example/", [says = std::move(says)](const ScriptedRequest&) { return says; });
  };
  const std::string ok = kOk, kilobyte(1024, 'x'), bomb = gzip_bomb(1 << 26);
  home("drip", drip(ok + "Content-Length: 100000\r\n\r\n"));
  home("endless", forever(ok + "\r\n", repeated(kilobyte, 64)));
  home("endless-chunks", forever(ok + "Transfer-Encoding: chunked\r\n\r\n", repeated("400\r\n" + kilobyte + "\r\n", 64)));
  home("declared", raw(ok + "Content-Length: 1000000000000\r\n\r\n" + kilobyte));
  home("gzip-bomb", coded(bomb, "gzip"));
  home("gzip-gzip-bomb", coded(gzip(bomb), "gzip, gzip"));
  // Nothing would come out in the end: what is in between counts too.
  home("inner-bomb", coded(bomb, "gzip, gzip, gzip"));
  home("zstd-bomb", coded(zstd_bomb(1 << 27), "zstd"));
  home("br-bomb", coded(std::string(kBrotliBomb), "br"));
  home("four-codings", coded(gzip(gzip(gzip(gzip("x")))), "gzip, gzip, gzip, gzip"));
  home("no-gzip", coded("<html>plain</html>", "gzip"));
  const std::string whole = gzip(repeated("words ", 1000));
  home("cut-gzip", coded(whole.substr(0, whole.size() / 2), "gzip"));
  home("transfer-gzip", raw(ok + "Transfer-Encoding: gzip, chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n"));
  home("transfer-zstd-bomb", raw(ok + "Transfer-Encoding: zstd, zstd, chunked\r\n\r\n1000\r\n" +
                                 zstd_bomb(1 << 27).substr(0, 4096) + "\r\n0\r\n\r\n"));
  home("length-long", raw(ok + "Content-Length: 100\r\n\r\nshort"));
  home("length-short", raw(ok + "Content-Length: 5\r\n\r\nhello, and much more", false));
  home("length-twice", raw(ok + "Content-Length: 5\r\nContent-Length: 50\r\n\r\nhello", false));
  home("length-negative", raw(ok + "Content-Length: -5\r\n\r\nhello", false));
  home("length-and-chunks", raw(ok + "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n", false));
  home("smuggler", raw(ok + "Content-Length: 20\r\n\r\n<a href=\"/second\">..HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"
                            "Content-Length: 4\r\n\r\nevil",
                       false));
  web_.page("smuggler.hostile.example/second", "second");
  home("bad-chunk", raw(ok + "Transfer-Encoding: chunked\r\n\r\nzz\r\nhello\r\n0\r\n\r\n"));
  home("cut-chunk", raw(ok + "Transfer-Encoding: chunked\r\n\r\n500\r\nhello"));
}

void HostileWeb::script_headers() {
  const auto home = [this](const char* name, ScriptedAnswer says) {
    web_.script(std::string(name) + ".hostile.example/", [says = std::move(says)](const ScriptedRequest&) { return says; });
  };
  const std::string ok = kOk;
  home("giant-line", raw(ok + "X-Giant: " + std::string(1 << 20, 'x') + "\r\n\r\nhello"));
  home("many-lines", raw(ok + repeated("X-A: b\r\n", 100'000) + "\r\nhello"));
  home("endless-header", forever(ok, repeated("X-A: b\r\n", 1000)));
  home("endless-hints", forever("", repeated("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n", 100)));
  home("slow-header", drip("HTTP/1.1 200 OK"));
  home("old-http", raw("<html>from long ago</html>"));
  home("garbage", raw(std::string("\0\xff\xfe\x01garbage\n\n", 14)));
  home("ssh", raw("SSH-2.0-OpenSSH_9.2\r\n"));
  home("silent", silence());
  home("hangs-up", {.pieces = {}, .close = true});
  home("resets", {.pieces = {{ok + "Content-Length: 10\r\n\r\nx"}, {"", milliseconds(50)}}, .reset = true});
}

void HostileWeb::script_redirects() {
  const auto home = [this](const char* name, const std::string& location) {
    web_.script(std::string(name) + ".hostile.example/", [=](const ScriptedRequest&) { return redirect(location); });
  };
  home("loop", "/there");
  web_.script("loop.hostile.example/there", [](const ScriptedRequest&) { return redirect("/"); });
  home("self", "/");
  home("chain-of-6", "/1");
  for (int i = 1; i < 6; ++i) {
    web_.script("chain-of-6.hostile.example/" + std::to_string(i),
                [i](const ScriptedRequest&) { return redirect("/" + std::to_string(i + 1)); });
  }
  web_.page("chain-of-6.hostile.example/6", "the end");
  web_.script("no-location.hostile.example/", [](const ScriptedRequest&) { return answer(302, "", ""); });
  home("to-file", "file:///etc/passwd");
  home("to-ftp", "ftp://to-ftp.hostile.example/");
  home("to-javascript", "javascript:alert(1)");
  home("to-loopback", "http://127.0.0.2:1/admin");
  home("to-localhost-name", "http://evil.localhost:1/admin");  // a name whose address is a loopback one
  home("to-private", "http://10.0.0.1/admin");
  home("to-link-local", "http://169.254.169.254/latest/meta-data/");
  home("to-mapped", "http://[::ffff:10.0.0.1]/admin");
  home("to-nat64", "http://[64:ff9b::a00:1]/admin");
  home("to-open-port", "http://127.0.0.1:1/admin");  // the address that --connect-to names, and another port of it
}

void HostileWeb::script_robots() {
  const auto robots = [this](const char* name, ScriptedAnswer says) {
    const std::string host = std::string(name) + ".hostile.example";
    web_.script(host + "/robots.txt", [says = std::move(says)](const ScriptedRequest&) { return says; });
    web_.page(host + "/", "behind robots.txt");
  };
  const std::string text = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n", line = "# a comment and nothing else\n";
  // What stands after the first 500 KiB does not count (RFC 9309, 2.5).
  robots("robots-3-mib", answer(200, repeated(line, (3 << 20) / 29) + "User-agent: *\nDisallow: /\n"));
  robots("robots-endless", forever(text + "\r\n", repeated(line, 1000)));
  robots("robots-bomb", answer(200, gzip_bomb(1 << 25), "Content-Encoding: gzip\r\n"));
  std::string noise(100'000, '\0');
  for (std::size_t i = 0; i < noise.size(); ++i) noise[i] = static_cast<char>(i * i >> 3);
  robots("robots-noise", answer(200, noise));
  robots("robots-loop", redirect("/robots.txt"));
  robots("robots-to-private", redirect("http://10.0.0.1/robots.txt"));
  robots("robots-silent", silence());
  robots("robots-drip", drip(text + "Content-Length: 100000\r\n\r\n", "#"));
  robots("robots-503", answer(503, "no"));
  robots("robots-429", answer(429, "no"));
}

void HostileWeb::script_traps() {
  const auto all_of = [this](const char* name, LoopbackServer::Script script) {
    const std::string host = std::string(name) + ".hostile.example";
    web_.script(host + "/robots.txt", [](const ScriptedRequest&) { return answer(404, "none"); });
    web_.script(host + "/*", std::move(script));
  };
  const auto link = [](const std::string& href) { return "<a href=\"" + href + "\">more</a>\n"; };
  all_of("later-seconds", [](const ScriptedRequest&) { return answer(503, "busy", "Retry-After: 3600\r\n"); });
  all_of("later-date",
         [](const ScriptedRequest&) { return answer(429, "busy", "Retry-After: Fri, 31 Dec 2100 23:59:59 GMT\r\n"); });
  all_of("soon", [asked = std::make_shared<int>(0)](const ScriptedRequest&) {
    return ++*asked == 1 ? answer(503, "busy", "Retry-After: 1\r\n") : answer(200, "here I am");
  });
  all_of("cookie", [=](const ScriptedRequest& request) {
    return answer(200, request.target + link("/other"), "Content-Type: text/html\r\nSet-Cookie: id=1; Path=/\r\n");
  });
  std::string many;
  for (int i = 0; i < 10'000; ++i) many += link("/page-" + std::to_string(i));
  all_of("links", [many, link](const ScriptedRequest& request) {
    return answer(200, request.target == "/" ? many : request.target + link("/"));
  });
  all_of("calendar", [=](const ScriptedRequest& request) {
    const std::size_t at = request.target.find('=');
    const int month = at == std::string::npos ? 0 : std::stoi(request.target.substr(at + 1));
    return answer(200, std::to_string(month) + link("/events?month=" + std::to_string(month + 1)) +
                           link("/events?month=" + std::to_string(1000 + 2 * month)));
  });
  all_of("sessions", [=, sessions = std::make_shared<int>(0)](const ScriptedRequest&) {
    const std::string session = std::to_string(++*sessions);
    return answer(200, session + link("/a?sid=" + session) + link("/b?sid=" + session) + link("/c;jsessionid=" + session));
  });
  all_of("deep", [=](const ScriptedRequest& request) { return answer(200, request.target + link(request.target + "x/")); });
}

}  // namespace fellow::crawler
