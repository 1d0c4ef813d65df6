// SPDX-License-Identifier: GPL-3.0-or-later
// Every page in every dress: no axe-core violation, nothing wider than the window, nothing run that a profile says, few bytes.
import assert from "node:assert/strict";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { id_of, kBase, kDesktop, kPhone, launch, open_page, overflow, require } from "./browser.mjs";

const kWeb = fileURLToPath(new URL("../../web/", import.meta.url));
const kMostBytes = 60 * 1024; // gzipped, of a page with all that it loads
const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

const kStates = {
  start: ["/", ".holdings"],
  suggestions: ["/", "[role=option]", (page) => page.type("#q", "serv")],
  results: ["/?q=serverless+inference+HKUST", ".card .body"],
  filtered: ["/?q=&position=faculty&year=2019..2026", ".chip"],
  empty: ["/?q=zzzqqq+xxyyzz", ".note.empty"],
  wrong: ["/?q=a&year=banana", "[role=alert]"],
  nobody: ["/r/aaaaaaaaaaaaaaaa", "[role=alert]"],
  about: ["/about", "h1"],
  person: ["Wingsum Tse", ".graph", (page) => page.click(".papers .where >> nth=0")],
  hostile: ["/?q=hostile+topic", ".card .body"],
  mallory: ["Mallory", ".graph", (page) => page.click(".papers .where >> nth=0")],
  scripts: ["محمد عبد الله", ".papers"],
};

for (const [size, viewport] of [["desktop", kDesktop], ["phone", kPhone]])
  for (const colorScheme of ["light", "dark"])
    test(`${size}, ${colorScheme}: no violation, nothing too wide, nothing run`, async () => {
      for (const [name, [where, sign, act]] of Object.entries(kStates)) {
        const page = await open_page(browser, null, { viewport, colorScheme, reducedMotion: "reduce", bypassCSP: true });
        await page.goto(kBase + (where.startsWith("/") ? where : `/r/${await id_of(where)}`));
        if (name === "suggestions") await act(page);
        await page.waitForSelector(sign);
        if (act && name !== "suggestions") await act(page);
        if (size === "phone" && (await page.isVisible(".narrow-only"))) await page.click(".narrow-only");
        assert.ok((await overflow(page)) <= 0, `${name} is ${await overflow(page)} px too wide`);
        assert.equal(await page.evaluate(() => window.pwned), undefined, name);
        const links = await page.evaluate(() => [...document.querySelectorAll("[href], [src]")].map((one) => one.getAttribute("href") ?? one.getAttribute("src")));
        assert.deepEqual(links.filter((link) => /^\s*(javascript|data):/i.test(link)), [], name);
        await page.evaluate(axe);
        const { violations } = await page.evaluate(() => axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] }));
        assert.deepEqual(violations.map((one) => `${name}: ${one.id}: ${one.nodes.map((node) => node.target).slice(0, 3).join(" | ")}`), []);
        await page.context().close();
      }
    });

test("hostile pages load nothing from elsewhere, also without script", async () => {
  const id = await id_of("Mallory");
  for (const javaScriptEnabled of [true, false])
    for (const path of [`/r/${id}`, "/?q=hostile+topic", `/?q=${encodeURIComponent("\"><script>window.pwned=1</script>{{results}}")}`]) {
      const page = await open_page(browser, null, { javaScriptEnabled });
      const foreign = [];
      page.on("request", (request) => request.url().startsWith(kBase) || foreign.push(request.url()));
      await page.goto(kBase + path);
      await page.waitForTimeout(300);
      assert.deepEqual(foreign, []);
      const source = await (await fetch(kBase + path)).text();
      assert.ok(!source.includes("<script>window") && !source.includes("<img src=x"), path);
      await page.context().close();
    }
});

test("a page and all that it loads stay below 60 KB gzipped", async (t) => {
  for (const [path, sign] of [["/?q=", ".card .body"], [`/r/${await id_of("Wingsum Tse")}`, ".graph"]]) {
    const page = await open_page(browser, null);
    const bodies = [];
    page.on("response", async (response) => response.url().includes("/api/") || bodies.push(response.body()));
    await page.goto(kBase + path);
    await page.waitForSelector(sign);
    const bytes = (await Promise.all(bodies)).reduce((sum, body) => sum + gzipSync(body).length, 0);
    t.diagnostic(`${path}: ${bytes} bytes`);
    assert.ok(bytes > 5000 && bytes < kMostBytes, `${path}: ${bytes} bytes`);
    await page.context().close();
  }
});

test("every script of ours names its licence", () => {
  for (const file of readdirSync(kWeb)) {
    if (!statSync(kWeb + file).isFile() || !/\.(js|css|html)$/.test(file)) continue;
    assert.match(readFileSync(kWeb + file, "utf8").split("\n").slice(0, 2).join("\n"), /SPDX-License-Identifier: GPL-3.0-or-later/, file);
  }
});
