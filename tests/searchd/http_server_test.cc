// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/http_server.h"

#include <gtest/gtest.h>

#include <atomic>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <thread>

#include "searchd/networks.h"
#include "tests/searchd/plain_client.h"

namespace fellow::searchd {
namespace {

using namespace std::chrono_literals;
using namespace std::string_literals;

// Answers what it was asked; "/slow" takes 300 ms, "/throw" throws, "/split" tries to smuggle a header out.
HttpResponse echo(const HttpRequest& request) {
  if (request.path == "/throw") throw std::runtime_error("on purpose");
  if (request.path == "/slow") std::this_thread::sleep_for(300ms);
  HttpResponse response{
      200, "text/plain", request.method + " " + request.host + " " + request.path + " ? " + request.query, {}};
  if (!request.body.empty()) response.body += " [" + request.body + "]";
  if (request.path == "/split") response.headers.emplace_back("X-Test", "a\r\nX-Evil: b");
  return response;
}

std::unique_ptr<HttpServer> serve(HttpLimits limits = {}, HttpHandler handler = echo, int workers = 4) {
  HttpOptions options;
  options.limits = limits;
  options.workers = workers;
  auto server = HttpServer::start(options, std::move(handler));
  EXPECT_TRUE(server) << show(server.error());
  return std::move(*server);
}

constexpr std::string_view kGet = "GET /x HTTP/1.1\r\nHost: a.example\r\n\r\n";

TEST(HttpServer, AnswersOnAnEphemeralPort) {
  const auto server = serve();
  ASSERT_NE(server->port(), 0);
  const PlainResponse response = get(server->port(), "/a%20b?c=d&e=%ff");
  EXPECT_EQ(response.status, 200);
  EXPECT_EQ(response.body, "GET fellow.example /a%20b ? c=d&e=%ff");
  EXPECT_EQ(response.headers.at("content-type"), "text/plain");
  EXPECT_EQ(response.headers.at("connection"), "close");
  EXPECT_TRUE(response.headers.at("date").ends_with(" GMT"));
}

// R20.
TEST(HttpServer, TakesTheAbsoluteFormWhoseHostCounts) {
  const auto server = serve();
  PlainClient client(server->port());
  client.send("GET http://B.example:80/x?y HTTP/1.1\r\nHost: a.example\r\n\r\n");
  EXPECT_EQ(client.read()->body, "GET b.example /x ? y");
}

TEST(HttpServer, KeepsTheConnectionAndAnswersPipelinedRequestsInOrder) {
  const auto server = serve();
  PlainClient client(server->port());
  client.send(kGet);
  EXPECT_EQ(client.read()->body, "GET a.example /x ? ");
  std::string many;
  for (int i = 0; i < 100; ++i) many += "GET /" + std::to_string(i) + " HTTP/1.1\r\nHost: a.example\r\n\r\n";
  client.send(many);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(client.read()->body, "GET a.example /" + std::to_string(i) + " ? ");
}

TEST(HttpServer, HeadHasTheHeadersOfGetAndNoBody) {
  const auto server = serve();
  PlainClient client(server->port());
  client.send("HEAD /x HTTP/1.1\r\nHost: a.example\r\n\r\n");
  const auto head = client.read(true);
  ASSERT_TRUE(head);
  EXPECT_EQ(head->status, 200);
  EXPECT_EQ(head->headers.at("content-length"), "20");
  client.send(kGet);  // nothing of a body may stand before the next response
  EXPECT_EQ(client.read()->body, "GET a.example /x ? ");
}

TEST(HttpServer, TakesBodiesAndChunks) {
  const auto server = serve();
  PlainClient client(server->port());
  client.send("POST /p HTTP/1.1\r\nHost: a.example\r\nContent-Length: 3\r\n\r\nabc");
  EXPECT_EQ(client.read()->body, "POST a.example /p ?  [abc]");
  client.send("POST /p HTTP/1.1\r\nHost: a.example\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n1\r\nc\r\n0\r\n\r\n");
  EXPECT_EQ(client.read()->body, "POST a.example /p ?  [abc]");
}

// R20, R21: told with a 4xx in JSON, then closed; nothing after it is read as a request.
TEST(HttpServer, RefusesWhatIsNotOneGoodRequest) {
  struct Row {
    std::string_view name;
    std::string request;
    int want;
  };
  const std::string host = "Host: a.example\r\n";
  const Row rows[] = {
      {"no host", "GET / HTTP/1.1\r\n\r\n", 400},
      {"no host, 1.0", "GET / HTTP/1.0\r\n\r\n", 400},
      {"two hosts", "GET / HTTP/1.1\r\n" + host + host + "\r\n", 400},
      {"bad host", "GET / HTTP/1.1\r\nHost: a b\r\n\r\n", 400},
      {"bad target", "GET x HTTP/1.1\r\n" + host + "\r\n", 400},
      {"smuggling CL+TE",
       "POST / HTTP/1.1\r\n" + host + "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + std::string(kGet),
       400},
      {"smuggling TE+CL",
       "POST / HTTP/1.1\r\n" + host + "Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n" + std::string(kGet),
       400},
      {"two lengths", "POST / HTTP/1.1\r\n" + host + "Content-Length: 1\r\nContent-Length: 2\r\n\r\nab" + std::string(kGet),
       400},
      {"equal lengths", "POST / HTTP/1.1\r\n" + host + "Content-Length: 1\r\nContent-Length: 1\r\n\r\na" + std::string(kGet),
       400},
      {"length list", "POST / HTTP/1.1\r\n" + host + "Content-Length: 1, 1\r\n\r\na" + std::string(kGet), 400},
      {"negative length", "POST / HTTP/1.1\r\n" + host + "Content-Length: -1\r\n\r\n" + std::string(kGet), 400},
      {"length +1", "POST / HTTP/1.1\r\n" + host + "Content-Length: +1\r\n\r\na" + std::string(kGet), 400},
      {"hex length", "POST / HTTP/1.1\r\n" + host + "Content-Length: 0x1\r\n\r\na" + std::string(kGet), 400},
      {"coding gzip", "POST / HTTP/1.1\r\n" + host + "Transfer-Encoding: gzip\r\n\r\n" + std::string(kGet), 400},
      {"coding xchunked", "POST / HTTP/1.1\r\n" + host + "Transfer-Encoding: xchunked\r\n\r\n" + std::string(kGet), 400},
      {"coding chunked, gzip",
       "POST / HTTP/1.1\r\n" + host + "Transfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\n" + std::string(kGet), 400},
      {"coding gzip, chunked",
       "POST / HTTP/1.1\r\n" + host + "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n" + std::string(kGet), 400},
      {"coding twice",
       "POST / HTTP/1.1\r\n" + host + "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n" +
           std::string(kGet),
       400},
      {"coding in 1.0", "POST / HTTP/1.0\r\n" + host + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + std::string(kGet), 400},
      {"folded coding",
       "POST / HTTP/1.1\r\n" + host + "Transfer-Encoding:\r\n chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n" +
           std::string(kGet),
       400},
      {"coding with VT",
       "POST / HTTP/1.1\r\n" + host +
           "Transfer-Encoding: \x0b"
           "chunked\r\n\r\n0\r\n\r\n" +
           std::string(kGet),
       400},
      {"blank before colon of coding",
       "POST / HTTP/1.1\r\n" + host + "Transfer-Encoding : chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n", 400},
      {"length of 20 digits",
       "POST / HTTP/1.1\r\n" + host + "Content-Length: 18446744073709551617\r\n\r\na" + std::string(kGet), 400},
      {"empty length", "POST / HTTP/1.1\r\n" + host + "Content-Length: \r\n\r\n" + std::string(kGet), 400},
      {"length with blank", "POST / HTTP/1.1\r\n" + host + "Content-Length: 1 2\r\n\r\na" + std::string(kGet), 400},
      {"chunk size too large",
       "POST / HTTP/1.1\r\n" + host + "Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n" + std::string(kGet), 400},
      {"chunk without its end", "POST / HTTP/1.1\r\n" + host + "Transfer-Encoding: chunked\r\n\r\n1\r\nabc\r\n0\r\n\r\n", 400},
      {"bare CR", "GET / HTTP/1.1\r\n" + host + "X: a\rGET /evil HTTP/1.1\r\n\r\n", 400},
      {"blank before the method", " GET / HTTP/1.1\r\n" + host + "\r\n", 400},
      {"host with path", "GET / HTTP/1.1\r\nHost: a.example/x\r\n\r\n", 400},
      {"host with user", "GET / HTTP/1.1\r\nHost: u@a.example\r\n\r\n", 400},
      {"empty host", "GET / HTTP/1.1\r\nHost:\r\n\r\n", 400},
      {"authority form", "CONNECT a.example:80 HTTP/1.1\r\n" + host + "\r\n", 400},
      {"asterisk", "GET * HTTP/1.1\r\n" + host + "\r\n", 400},
      {"bad chunk size", "POST / HTTP/1.1\r\n" + host + "Transfer-Encoding: chunked\r\n\r\nzz\r\n" + std::string(kGet), 400},
      {"blank before colon", "GET / HTTP/1.1\r\nHost : a.example\r\n\r\n", 400},
      {"bare LF", "GET / HTTP/1.1\nHost: a.example\n\n", 400},
      {"NUL in header", "GET / HTTP/1.1\r\nHost: a.example\r\nX: a\0b\r\n\r\n"s, 400},
      {"TLS hello", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"s, 400},
      {"HTTP/2 preface", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400},
      {"version 3", "GET / HTTP/3.0\r\n" + host + "\r\n", 400},
      {"unknown method", "BREW / HTTP/1.1\r\n" + host + "\r\n", 501},
      {"expectation", "POST / HTTP/1.1\r\n" + host + "Expect: 100-continue\r\nContent-Length: 1\r\n\r\n", 417},
      {"long target", "GET /" + std::string(8192, 'a') + " HTTP/1.1\r\n" + host + "\r\n", 414},
      {"long header", "GET / HTTP/1.1\r\n" + host + "X: " + std::string(17'000, 'a') + "\r\n\r\n", 431},
      {"endless header", "GET / HTTP/1.1\r\n" + host + "X: " + std::string(200'000, 'a'), 431},
      {"long body", "POST / HTTP/1.1\r\n" + host + "Content-Length: 65537\r\n\r\n" + std::string(65'537, 'a'), 413},
      {"long chunked body",
       "POST / HTTP/1.1\r\n" + host + "Transfer-Encoding: chunked\r\n\r\n20000\r\n" + std::string(0x20000, 'a'), 413},
  };
  const auto server = serve();
  for (const Row& row : rows) {
    PlainClient client(server->port());
    client.send(row.request);
    const auto response = client.read();
    ASSERT_TRUE(response) << row.name;
    EXPECT_EQ(response->status, row.want) << row.name << ": " << response->body;
    EXPECT_EQ(response->headers.at("content-type"), "application/json") << row.name;
    EXPECT_EQ(response->headers.at("connection"), "close") << row.name;
    EXPECT_TRUE(nlohmann::json::parse(response->body).at("error").contains("message")) << row.name;
    EXPECT_TRUE(client.ended(2s)) << row.name;
  }
  EXPECT_EQ(get(server->port(), "/alive").status, 200);
}

TEST(HttpServer, LimitsHoldToTheByte) {
  const auto server = serve();
  EXPECT_EQ(get(server->port(), "/" + std::string(8191, 'a')).status, 200);
  EXPECT_EQ(get(server->port(), "/" + std::string(8192, 'a')).status, 414);
  PlainClient client(server->port());
  client.send("POST / HTTP/1.1\r\nHost: a.example\r\nContent-Length: 65536\r\n\r\n" + std::string(65'536, 'a'));
  EXPECT_EQ(client.read()->status, 200);
}

// R22: one deadline for the whole header, however the bytes drip.
TEST(HttpServer, CutsSlowHeadersSilentAndIdleConnections) {
  HttpLimits limits;
  limits.header = 300ms;
  limits.body = 300ms;
  limits.idle = 200ms;
  const auto server = serve(limits);

  PlainClient silent(server->port()), dripping(server->port()), bodiless(server->port()), idle(server->port());
  bodiless.send("POST / HTTP/1.1\r\nHost: a.example\r\nContent-Length: 5\r\n\r\nab");
  idle.send(kGet);
  EXPECT_EQ(idle.read()->status, 200);
  const auto begin = std::chrono::steady_clock::now();
  for (const char c : std::string("GET / HTTP/1.1\r\nHos")) {
    dripping.send(std::string(1, c));
    std::this_thread::sleep_for(25ms);
  }
  EXPECT_TRUE(dripping.ended(500ms));
  EXPECT_TRUE(silent.ended(500ms));
  EXPECT_TRUE(bodiless.ended(500ms));
  EXPECT_TRUE(idle.ended(500ms));
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 3s);
  EXPECT_EQ(get(server->port(), "/alive").status, 200);
}

// R22: 400 clients that never finish their headers, while others are answered; the oldest of more than 256 go.
TEST(HttpServer, HoldsSlowClientsWhileOthersAreAnswered) {
  HttpOptions options;
  options.trusted_proxies = {"127.0.0.0/8"};  // so that one address may have so many
  const auto started = HttpServer::start(options, echo);
  ASSERT_TRUE(started);
  const std::uint16_t port = (*started)->port();
  std::vector<std::unique_ptr<PlainClient>> slow;
  for (int i = 0; i < 400; ++i) {
    slow.push_back(std::make_unique<PlainClient>(port));
    slow.back()->send("GET /slow HTTP/1.1\r\nHost: a.exam");
  }
  const auto begin = std::chrono::steady_clock::now();
  PlainClient quick(port);
  for (int i = 0; i < 50; ++i) {
    quick.send(kGet);
    const auto response = quick.read();
    ASSERT_TRUE(response);
    EXPECT_EQ(response->status, 200);
  }
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 2s);
  std::size_t cut = 0;
  for (int i = 0; i < 100; ++i) cut += slow[static_cast<std::size_t>(i)]->ended(200ms);
  EXPECT_EQ(cut, 100U);  // of the 144 oldest
  for (int i = 0; i < 100 && (*started)->connections() > 257; ++i) std::this_thread::sleep_for(20ms);
  EXPECT_LE((*started)->connections(), 257U);
  EXPECT_GE((*started)->connections(), 200U);
  slow.back()->send("ple\r\n\r\n");
  EXPECT_EQ(slow.back()->read()->status, 200);
}

// R22: so many requests sent without waiting for answers, then the connection ends; those that were answered were whole.
TEST(HttpServer, EndsAConnectionThatPipelinesWithoutEnd) {
  const auto server = serve();
  PlainClient client(server->port());
  std::string many;
  for (int i = 0; i < 300; ++i) many += kGet;
  client.send(many);
  int answered = 0;
  while (const auto response = client.read()) {
    EXPECT_EQ(response->status, 200);
    ++answered;
  }
  EXPECT_GE(answered, 100);
  EXPECT_LT(answered, 150);
  EXPECT_TRUE(client.ended());
  EXPECT_EQ(get(server->port(), "/alive").status, 200);
}

// The client is whom the last trusted proxy names; what it says of itself is nothing.
TEST(HttpServer, BelievesTrustedProxiesOnly) {
  const auto say = [](const HttpRequest& request) {
    return HttpResponse{200, "text/plain", request.peer + (request.encrypted ? " s" : " -"), {}, ""};
  };
  HttpOptions options;
  options.trusted_proxies = {"127.0.0.0/8", "10.0.0.0/8"};
  const auto behind = HttpServer::start(options, say), open = HttpServer::start({}, say);
  ASSERT_TRUE(behind && open);
  const auto ask = [](std::uint16_t port, const std::string& headers) {
    PlainClient client(port);
    client.send("GET / HTTP/1.1\r\nHost: a.example\r\n" + headers + "\r\n");
    return client.read().value_or(PlainResponse{}).body;
  };
  const std::uint16_t port = (*behind)->port();
  EXPECT_EQ(ask(port, ""), "127.0.0.1 -");
  EXPECT_EQ(ask(port, "X-Forwarded-For: 192.0.2.7\r\nX-Forwarded-Proto: https\r\n"), "192.0.2.7 s");
  EXPECT_EQ(ask(port, "X-Forwarded-For: 6.6.6.6, 192.0.2.7, 10.1.1.1\r\n"), "192.0.2.7 -");
  EXPECT_EQ(ask(port, "X-Forwarded-For: 192.0.2.7, nonsense\r\n"), "127.0.0.1 -");
  EXPECT_EQ(ask((*open)->port(), "X-Forwarded-For: 192.0.2.7\r\nX-Forwarded-Proto: https\r\n"), "127.0.0.1 -");
}

TEST(HttpServer, CountsTheRequestsOfAClientBehindAProxy) {
  HttpOptions options;
  options.trusted_proxies = {"127.0.0.0/8"};
  options.limits.connections_per_address = 2;
  options.workers = 8;
  const auto server = HttpServer::start(options, echo);
  ASSERT_TRUE(server);
  const auto ask = [](PlainClient& client, const std::string& who) {
    client.send("GET /slow HTTP/1.1\r\nHost: a.example\r\nX-Forwarded-For: " + who + "\r\n\r\n");
  };
  std::vector<std::unique_ptr<PlainClient>> clients;
  for (int i = 0; i < 5; ++i) {
    clients.push_back(std::make_unique<PlainClient>((*server)->port()));
    ask(*clients.back(), i < 4 ? "192.0.2.7" : "192.0.2.8");
  }
  int refused = 0;
  for (int i = 0; i < 4; ++i) refused += clients[static_cast<std::size_t>(i)]->read()->status == 503;
  EXPECT_EQ(refused, 2);
  EXPECT_EQ(clients[4]->read()->status, 200);
  ask(*clients[0], "192.0.2.7");  // the others are done
  EXPECT_EQ(clients[0]->read()->status, 200);
}

TEST(Networks, CutAddressesBeforeTheyAreWritten) {
  const std::pair<const char*, const char*> rows[] = {{"192.0.2.77", "192.0.2.0/24"},
                                                      {"2001:db8:1:2:3::4", "2001:db8:1::/48"},
                                                      {"::ffff:192.0.2.77", "192.0.2.0/24"},
                                                      {"::1", "::/48"},
                                                      {"fe80::1%lo", "fe80::/48"},
                                                      {"nonsense", "-"},
                                                      {"", "-"}};
  for (const auto& [address, want] : rows) EXPECT_EQ(cut_address(address), want) << address;
}

// R22: a client that does not take its answer is left.
TEST(HttpServer, LeavesClientsThatDoNotRead) {
  HttpLimits limits;
  limits.write = 300ms;
  const auto large = [](const HttpRequest&) { return HttpResponse{200, "text/plain", std::string(32 << 20, 'x'), {}, ""}; };
  const auto server = serve(limits, large);
  PlainClient deaf(server->port());
  deaf.send(kGet);
  for (int i = 0; i < 50 && server->connections() == 0; ++i) std::this_thread::sleep_for(10ms);
  for (int i = 0; i < 150 && server->connections() > 0; ++i) std::this_thread::sleep_for(20ms);
  EXPECT_EQ(server->connections(), 0U);
}

TEST(HttpServer, CountsConnectionsPerAddressAndInAll) {
  HttpLimits limits;
  limits.connections_per_address = 2;
  const auto server = serve(limits);
  PlainClient first(server->port()), second(server->port());
  first.send(kGet);
  second.send(kGet);
  EXPECT_EQ(first.read()->status, 200);
  EXPECT_EQ(second.read()->status, 200);
  {
    PlainClient third(server->port());
    const auto refused = third.read();
    ASSERT_TRUE(refused);
    EXPECT_EQ(refused->status, 503);
    EXPECT_EQ(refused->headers.at("retry-after"), "1");
    EXPECT_TRUE(third.ended());
  }
  EXPECT_EQ(server->connections(), 2U);

  HttpOptions trusting;
  trusting.limits = limits;
  trusting.limits.connections = 3;
  trusting.trusted_proxies = {"127.0.0.0/8", "fd00::/8"};
  const auto open = HttpServer::start(trusting, echo);
  ASSERT_TRUE(open);
  PlainClient a((*open)->port()), b((*open)->port()), c((*open)->port());
  c.send(kGet);
  EXPECT_EQ(c.read()->status, 200);
  PlainClient d((*open)->port());
  EXPECT_EQ(d.read()->status, 503);
}

// R24: beyond the queue a 503 at once; the ones before are answered.
TEST(HttpServer, TurnsAwayWhatTheWorkersCannotTake) {
  HttpLimits limits;
  limits.queue = 1;
  const auto server = serve(limits, echo, 1);
  std::vector<std::unique_ptr<PlainClient>> clients;
  for (int i = 0; i < 6; ++i) {
    clients.push_back(std::make_unique<PlainClient>(server->port()));
    clients.back()->send("GET /slow HTTP/1.1\r\nHost: a.example\r\n\r\n");
  }
  int answered = 0, refused = 0;
  for (const auto& client : clients) {
    const auto response = client->read();
    ASSERT_TRUE(response);
    answered += response->status == 200;
    if (response->status != 503) continue;
    ++refused;
    EXPECT_EQ(response->headers.at("retry-after"), "1");
  }
  EXPECT_EQ(answered, 2);
  EXPECT_EQ(refused, 4);
}

TEST(HttpServer, AnExceptionIsA500AndNoHeaderSplits) {
  const auto server = serve();
  EXPECT_EQ(get(server->port(), "/throw").status, 500);
  EXPECT_EQ(get(server->port(), "/split").headers.count("x-evil"), 0U);
}

TEST(HttpServer, StopLetsTheRequestUnderWayEndAndClosesIdleOnes) {
  const auto server = serve();
  PlainClient idle(server->port()), busy(server->port());
  idle.send(kGet);
  EXPECT_EQ(idle.read()->status, 200);
  busy.send("GET /slow HTTP/1.1\r\nHost: a.example\r\n\r\n");
  std::this_thread::sleep_for(50ms);
  const auto begin = std::chrono::steady_clock::now();
  std::thread stopping([&] { server->stop(); });
  const auto last = busy.read();
  ASSERT_TRUE(last);
  EXPECT_EQ(last->status, 200);
  EXPECT_EQ(last->headers.at("connection"), "close");
  EXPECT_TRUE(idle.ended());
  EXPECT_TRUE(busy.ended());
  stopping.join();
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 2500ms);
  server->stop();  // a second time is nothing
}

TEST(HttpServer, SaysWhyItCannotListen) {
  const auto first = serve();
  const auto start = [](std::string listen) {
    HttpOptions options;
    options.listen = std::move(listen);
    auto server = HttpServer::start(options, echo);
    return server ? std::string("ok") : std::string(code_name(server.error().code));
  };
  EXPECT_EQ(start("127.0.0.1:" + std::to_string(first->port())), "busy");
  EXPECT_EQ(start("localhost:0"), "ok");
  for (const char* bad :
       {"", "8080", "127.0.0.1", "127.0.0.1:", "127.0.0.1:x", "127.0.0.1:65536", "nowhere.example:80", "[::1:80"})
    EXPECT_EQ(start(bad), "bad_input") << bad;
  HttpOptions options;
  options.trusted_proxies = {"10.0.0.0/99"};
  EXPECT_FALSE(HttpServer::start(options, echo));
}

TEST(HttpServer, ManyClientsAtOnce) {
  const auto server = serve();
  std::atomic<int> good{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t)
    threads.emplace_back([&] {
      PlainClient client(server->port());
      for (int i = 0; i < 100; ++i) {
        client.send(kGet);
        if (const auto response = client.read(); response && response->status == 200) ++good;
      }
    });
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(good, 800);
}

}  // namespace
}  // namespace fellow::searchd
