// SPDX-License-Identifier: GPL-3.0-or-later
// What deploy/ hands to systemd, cron, nginx and logrotate is read by those programs, where they are, and names options that
// exist.
#include <gmock/gmock.h>
#include <unistd.h>

#include <regex>
#include <sstream>

#include "tests/cli/small_data.h"

namespace fellow::cli {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

const fs::path kDeploy = fs::path(FELLOW_SOURCE_DIR) / "deploy";
constexpr const char* kUnits[] = {"fellow-update.service", "fellow-update.timer", "searchd.service", "searchd.socket"};

bool has(const std::string& program) { return shell("command -v " + program).code == 0; }

std::string replaced(std::string text, const std::string& what, const std::string& with) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size())) {
    text.replace(at, what.size(), with);
  }
  return text;
}

// The value of the last `key=` line.
std::string value_of(const std::string& unit, const std::string& key) {
  std::istringstream lines(unit);
  std::string value;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with(key + "=")) value = line.substr(key.size() + 1);
  }
  return value;
}

// Whether the program knows every --option of the line.
void knows_options(const std::string& line) {
  const std::string program = line.find("searchd") != std::string::npos ? "searchd" : "fellow";
  const std::regex command("fellow ([a-z]+)"), option("--[a-z][a-z-]*");
  std::smatch found;
  std::string help = std::string(FELLOW_BINARY_DIR) + "/" + program;
  if (!fs::exists(help)) GTEST_SKIP() << program << " is not built";
  if (program == "fellow") {
    ASSERT_TRUE(std::regex_search(line, found, command)) << line;
    help += " " + found[1].str();
  }
  const std::string text = shell(help + " --help").out;
  for (std::sregex_iterator at(line.begin(), line.end(), option), end; at != end; ++at) {
    EXPECT_THAT(text, HasSubstr(at->str())) << line;
  }
}

TEST(Deploy, UnitsAreWhatSystemdUnderstands) {
  if (!has("systemd-analyze")) GTEST_SKIP() << "no systemd-analyze on this machine";
  const TemporaryDirectory directory;
  for (const char* unit : kUnits) {
    std::string text = read_file(kDeploy / "systemd" / unit);
    ASSERT_FALSE(text.empty()) << unit;
    for (const char* program : {"fellow", "searchd"})
      text = replaced(text, "=/usr/bin/" + std::string(program) + " ", "=/bin/true ");
    write_file(directory.path() / unit, replaced(text, "Documentation=man:", "# "));
  }
  for (const char* unit : kUnits) {
    const Ran ran = shell("SYSTEMD_LOG_LEVEL=warning systemd-analyze verify --man=no --recursive-errors=no " +
                          (directory.path() / unit).string());
    EXPECT_EQ(ran.code, 0) << ran.out;
    EXPECT_THAT(ran.out, Not(HasSubstr(unit))) << ran.out;  // it warns of unknown keys, and says 0
  }
  write_file(directory.path() / "wrong.service", "[Service]\nExecStart=/bin/true\nProtectSistem=yes\n");
  EXPECT_THAT(shell("systemd-analyze verify --man=no " + (directory.path() / "wrong.service").string()).out,
              HasSubstr("ProtectSistem"));
}

TEST(Deploy, ServicesAreHardened) {
  if (!has("systemd-analyze")) GTEST_SKIP() << "no systemd-analyze on this machine";
  for (const char* unit : {"fellow-update.service", "searchd.service"}) {
    const Ran ran =
        shell("systemd-analyze security --no-pager --offline=yes --threshold=25 " + (kDeploy / "systemd" / unit).string());
    EXPECT_EQ(ran.code, 0) << ran.out;
    EXPECT_THAT(ran.out, HasSubstr("Overall exposure level")) << ran.out;
  }
}

TEST(Deploy, UnitsNameOptionsThatExist) {
  knows_options(value_of(read_file(kDeploy / "systemd" / "fellow-update.service"), "ExecStart"));
  knows_options(value_of(read_file(kDeploy / "systemd" / "searchd.service"), "ExecStart"));
}

// Each line of the table runs under sh as cron would run it, with the programs and directories of the test.
TEST(Deploy, CronTellsOnlyOfChanges) {
  const TemporaryDirectory directory;
  const std::string root = directory.path().string();
  fs::copy_file(kDeploy / "cron" / "fellow-told", directory.path() / "fellow-told");
  std::istringstream lines(read_file(kDeploy / "cron" / "fellow"));
  int jobs = 0;
  for (std::string line; std::getline(lines, line);) {
    const std::regex job(R"(^(\S+ \S+ \S+ \S+ \S+) fellow (.*)$)");
    std::smatch found;
    if (!std::regex_match(line, found, job)) {
      EXPECT_TRUE(line.starts_with("#") || std::regex_match(line, std::regex("[A-Z_]+=.*"))) << line;
      continue;
    }
    ++jobs;
    EXPECT_EQ(line.find('%'), std::string::npos) << "cron takes % for the end of a line";
    const std::string command = found[2];
    knows_options(command.substr(command.rfind("fellow ")));
    const std::string here = replaced(command, "/var/log/fellow", root);
    const bool verify = command.find("verify") != std::string::npos;
    struct Row {
      int code;
      bool says, ends_well;
    };
    for (const Row row : {Row{0, false, true}, Row{1, verify, !verify}, Row{2, !verify, false}, Row{2, false, false},
                          Row{0, true, true}, Row{0, false, true}}) {
      write_file(directory.path() / "fellow", "#!/bin/sh\necho summary\nexit " + std::to_string(row.code) + "\n");
      fs::permissions(directory.path() / "fellow", fs::perms::owner_all);
      const Ran ran = shell("PATH=" + root + ":$PATH; " + here);
      EXPECT_EQ(ran.code, row.code);
      EXPECT_EQ(!ran.out.empty(), row.says) << command << " exit " << row.code << ": " << ran.out;
      EXPECT_EQ(ran.out.find("summary") != std::string::npos, row.says && !row.ends_well) << ran.out;
    }
  }
  EXPECT_EQ(jobs, 2);
}

TEST(Deploy, BashCompletesCommandsOptionsAndFiles) {
  const auto completed = [](const std::string& words, int at) {
    return shell("PATH=" + std::string(FELLOW_BINARY_DIR) + ":$PATH bash -c '. " +
                 (kDeploy / "completion" / "fellow.bash").string() + "; COMP_WORDS=(" + words +
                 "); COMP_CWORD=" + std::to_string(at) + "; _fellow; printf \"%s \" \"${COMPREPLY[@]}\"'")
        .out;
  };
  EXPECT_EQ(completed("fellow upd", 1), "update ");
  EXPECT_EQ(completed("fellow update --max-f", 2), "--max-failed ");
  EXPECT_THAT(completed("fellow extract " + (kDeploy / "pack").string(), 2), HasSubstr("deploy/packages.txt"));
}

// What the container is made of: it cannot be built here, but everything that it names has to be there.
TEST(Deploy, TheContainerfileNamesWhatIsThere) {
  const std::string text = read_file(kDeploy / "Containerfile"),
                    packaging = read_file(kDeploy.parent_path() / "cmake/package.cmake");
  std::smatch found;
  ASSERT_TRUE(std::regex_search(text, found, std::regex("\nRUN (deploy/[a-z.]+)\n")));
  const fs::path builds = kDeploy.parent_path() / found[1].str();
  EXPECT_EQ(fs::status(builds).permissions() & fs::perms::owner_exec, fs::perms::owner_exec) << builds;
  EXPECT_THAT(read_file(builds), HasSubstr("deploy/install.sh"));  // which reads the package list
  // The packages that the second stage installs are made, and one of them has the user that runs it.
  const std::regex package("/tmp/(fellow[a-z-]*)_\\*\\.deb");
  std::size_t packages = 0;
  for (std::sregex_iterator at(text.begin(), text.end(), package), end; at != end; ++at, ++packages)
    EXPECT_THAT(packaging, HasSubstr((*at)[1].str())) << (*at)[1];
  EXPECT_EQ(packages, 2u);
  EXPECT_THAT(text, HasSubstr("\nUSER fellow\n"));
  EXPECT_THAT(read_file(kDeploy / "debian/fellow/postinst"), HasSubstr("adduser"));
  EXPECT_THAT(text, HasSubstr("VOLUME /data"));
  EXPECT_THAT(text, HasSubstr("ENV FELLOW_DATA=/data"));
  ASSERT_TRUE(std::regex_search(text, found, std::regex("\nCMD \\[(.*)\\]")));
  knows_options(found[1]);
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.find("fellow fellow update") != std::string::npos) knows_options(line.substr(line.find("fellow update")));
  }
}

// deploy/install.sh asks apt for every line of the list that is no remark, and for nothing else; with --to-run for the first
// part.
TEST(Deploy, ThePackageListIsWhatIsInstalled) {
  const TemporaryDirectory directory;
  const fs::path bin = directory.path() / "bin", asked = directory.path() / "asked";
  fs::create_directory(bin);
  write_file(bin / "dpkg-query", "#!/bin/sh\nexit 1\n");  // nothing is installed yet
  write_file(bin / "npm", "#!/bin/sh\n");
  for (const char* name : {"apt-get", "sudo"})
    write_file(bin / name,
               "#!/bin/sh\n[ \"$1\" != env ] || shift 2\n[ \"${1#*apt-get}\" = \"$1\" ] || shift\n[ \"$1\" != install ] || "
               "echo \"$@\" >>" +
                   asked.string() + "\n");
  for (const auto& file : fs::directory_iterator(bin)) fs::permissions(file, fs::perms::owner_all);
  std::vector<std::string> all, to_run;
  std::istringstream lines(read_file(kDeploy / "packages.txt"));
  bool tests = false;
  const std::regex name("[a-z0-9][a-z0-9.+-]+");
  for (std::string line; std::getline(lines, line);) {
    tests = tests || line == "# tests only";
    if (line.starts_with("#")) continue;
    EXPECT_TRUE(std::regex_match(line, name)) << line;
    if (line == "npm") continue;  // there is one
    all.push_back(line);
    if (!tests) to_run.push_back(line);
  }
  EXPECT_GT(to_run.size(), 20u);
  EXPECT_GT(all.size(), to_run.size());
  for (const auto& [flag, wanted] : {std::pair{"", all}, {"--to-run", to_run}}) {
    write_file(asked, "");
    const Ran ran = shell("PATH=" + bin.string() + ":$PATH " + (kDeploy / "install.sh").string() + " " + flag);
    EXPECT_EQ(ran.code, 0) << ran.out;
    std::istringstream words(read_file(asked));
    std::vector<std::string> got;
    for (std::string word; words >> word;)
      if (word != "install" && !word.starts_with("-")) got.push_back(word);
    EXPECT_EQ(got, wanted) << flag;
  }
  if (!has("apt-cache") || shell("apt-cache show g++").code != 0) GTEST_SKIP() << "apt knows no packages on this machine";
  for (const std::string& package : all)
    EXPECT_EQ(shell("apt-cache show " + package).code, 0) << package << " is no package of this Debian";
}

TEST(Deploy, NginxTakesTheExample) {
  if (!has("nginx") || !has("openssl")) GTEST_SKIP() << "no nginx on this machine";
  const TemporaryDirectory directory;
  const std::string root = directory.path().string();
  ASSERT_EQ(shell("openssl req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=search.example.edu -keyout " + root +
                  "/key -out " + root + "/pem")
                .code,
            0);
  std::string text = read_file(kDeploy / "nginx" / "fellow.conf");
  for (const auto& [what, with] :
       std::vector<std::pair<std::string, std::string>>{{"/etc/ssl/certs/search.example.edu.pem", root + "/pem"},
                                                        {"/etc/ssl/private/search.example.edu.key", root + "/key"},
                                                        {"/var/cache/nginx/fellow", root + "/cache"},
                                                        {"/var/log/nginx", root},
                                                        {"listen 80", "listen 127.0.0.1:18480"},
                                                        {"listen 443", "listen 127.0.0.1:18443"},
                                                        {"listen [::]:80;", ""},
                                                        {"listen [::]:443 ssl http2;", ""}}) {
    ASSERT_NE(text.find(what), std::string::npos) << what;
    text = replaced(text, what, with);
  }
  write_file(directory.path() / "nginx.conf",
             "pid " + root + "/pid;\nerror_log stderr;\nevents {}\nhttp {\nclient_body_temp_path " + root +
                 "/b;\nproxy_temp_path " + root + "/p;\nfastcgi_temp_path " + root + "/f;\nuwsgi_temp_path " + root +
                 "/u;\nscgi_temp_path " + root + "/s;\n" + text + "}\n");
  const Ran ran = shell("nginx -t -p " + root + " -c " + root + "/nginx.conf");
  EXPECT_EQ(ran.code, 0) << ran.out;
}

// What the scrape configuration names is what the units and the handbook write and serve.
TEST(Deploy, PrometheusIsToldWhatToAsk) {
  const std::string text = read_file(kDeploy / "prometheus" / "scrape.yml");
  EXPECT_THAT(text, HasSubstr("metrics_path: /metrics\n"));
  EXPECT_THAT(text, Not(HasSubstr("\t")));
  std::smatch found;
  ASSERT_TRUE(std::regex_search(text, found, std::regex("/etc/prometheus/([a-z.]+)\n")));
  EXPECT_TRUE(fs::exists(kDeploy / "prometheus" / found[1].str()));
  const std::string night = value_of(read_file(kDeploy / "systemd" / "fellow-update.service"), "ExecStart");
  ASSERT_TRUE(std::regex_search(night, found, std::regex("--metrics (\\S+)")));
  EXPECT_THAT(text, HasSubstr(found[1].str()));
  EXPECT_THAT(read_file(kDeploy.parent_path() / "docs" / "install.md"), HasSubstr("address = \"127.0.0.1:8080\""));
  EXPECT_THAT(text, HasSubstr("\"127.0.0.1:8080\""));
}

TEST(Deploy, LogrotateTakesTheExample) {
  if (!has("logrotate")) GTEST_SKIP() << "no logrotate on this machine";
  const TemporaryDirectory directory;
  const std::string root = directory.path().string();
  std::string conf = replaced(read_file(kDeploy / "logrotate" / "fellow"), "/var/log/fellow", root);
  conf = replaced(replaced(conf, "su fellow adm", ""), "create 0640 fellow adm", "create 0640");  // users of the package
  write_file(directory.path() / "conf", conf);
  const Ran ran = shell("logrotate --debug --state " + root + "/state " + root + "/conf");
  EXPECT_EQ(ran.code, 0) << ran.out;
  EXPECT_THAT(ran.out, Not(HasSubstr("error:")));
}

}  // namespace
}  // namespace fellow::cli
