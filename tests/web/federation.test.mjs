// SPDX-License-Identifier: GPL-3.0-or-later
// Two sources, of which the other stops, comes back and dies while people search: the page says so, and goes on.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { kDesktop, kPhone, launch, open_page, overflow, require, texts } from "./browser.mjs";

const kFederated = process.env.FEDERATED, kPeer = Number(process.env.PEER_PID);
const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
const kWords = ["kelp", "otters", "tides", "rockpools", "plankton", "lagoon", "estuary", "seagrass"]; // a question each: none is kept
let browser, asked = 0;
before(async () => (browser = await launch()));
after(() => browser.close());

// A search that was never asked before, and its chips.
async function search(page) {
  const began = Date.now();
  await page.fill("#q", `${kWords[asked % kWords.length]} ${"x".repeat(3 + asked)}${asked}`);
  asked += 1;
  await page.keyboard.press("Enter");
  await page.waitForFunction((words) => document.title.startsWith(words), await page.inputValue("#q"));
  await page.waitForSelector('#results[aria-busy="false"] .sources');
  return { chips: await texts(page, ".source"), took: Date.now() - began };
}

async function until(page, wanted, most = 40) {
  for (let i = 0; i < most; ++i) {
    const { chips } = await search(page);
    if (wanted.test(chips[1])) return chips;
    await page.waitForTimeout(500);
  }
  assert.fail(`no chip ever said ${wanted}: ${await texts(page, ".source")}`);
}

test("one list of people from both sources, each person with where she is from", async () => {
  const page = await open_page(browser, null);
  await page.goto(`${kFederated}/?q=kelp`);
  await page.waitForSelector(".card .body");
  const chips = await texts(page, ".source");
  assert.match(chips[0], /^local 1 match of \d+$/);
  assert.match(chips[1], /^east 2 matches of 2$/);
  assert.deepEqual(await page.locator(".source.ill").count(), 0);
  assert.deepEqual((await texts(page, ".card h2 a")).sort(), ["Catarina Vasconcheira", "Eastwin Kelper", "Oda Strand"]);
  assert.match(await page.innerText(".card:has-text('Eastwin Kelper') .meta"), /from east/);
  await page.locator("fieldset", { hasText: "Institution" }).locator(".choice", { hasText: "University of the East" }).click();
  await page.waitForFunction(() => document.querySelectorAll(".card h2").length === 2);
  await page.click(".card h2 a:has-text('Oda Strand')");
  await page.waitForFunction(() => document.querySelector("h1")?.innerText === "Oda Strand");
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("a source that stops is told: slow, then down until; the others' people are there; it comes back by itself", async () => {
  const page = await open_page(browser, null);
  await page.goto(`${kFederated}/?q=kelp`);
  await page.waitForSelector(".card .body");
  process.kill(kPeer, "SIGSTOP");
  try {
    const { chips, took } = await search(page);
    assert.match(chips[0], /^local \d+ match/);
    assert.match(chips[1], /^east too slow( until \d\d:\d\d)?$/);
    assert.ok(took < 5000, `${took} ms`);
    assert.match(await page.innerText(".note"), /This answer is partial. east is missing, so there may be more people/);
    assert.ok((await page.locator(".card h2").count()) > 0 || (await page.locator(".note.empty").count()) > 0);
    const down = await until(page, /^east down until \d\d:\d\d$/);
    assert.match(down[0], /^local \d+ match/);
    // The state in every dress.
    for (const [viewport, colorScheme] of [[kDesktop, "light"], [kDesktop, "dark"], [kPhone, "light"], [kPhone, "dark"]]) {
      const other = await open_page(browser, null, { viewport, colorScheme, reducedMotion: "reduce", bypassCSP: true });
      await other.goto(`${kFederated}/?q=kelp+${colorScheme}${viewport.width}`);
      await other.waitForSelector(".source.ill");
      assert.ok((await overflow(other)) <= 0, `${await overflow(other)} px too wide`);
      await other.evaluate(axe);
      const { violations } = await other.evaluate(() => axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] }));
      assert.deepEqual(violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.target).slice(0, 3).join(" | ")}`), []);
      await other.context().close();
    }
    // Without script too.
    const plain = await open_page(browser, null, { javaScriptEnabled: false });
    await plain.goto(`${kFederated}/?q=kelp+plain`);
    assert.match(await plain.innerText("body"), /east/);
    await plain.context().close();
  } finally {
    process.kill(kPeer, "SIGCONT");
  }
  const back = await until(page, /^east \d+ match/);
  assert.match(back[0], /^local/);
  assert.equal(await page.locator(".source.ill").count(), 0);
  assert.ok(!(await texts(page, ".note")).some((text) => /partial/.test(text)));
  // What was partial is mended by its own button.
  await page.goto(`${kFederated}/?q=kelp`);
  await page.waitForSelector(".card .body");
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("a source that dies is told, and what it had can still be asked for", async () => {
  const page = await open_page(browser, null);
  await page.goto(`${kFederated}/?q=kelp`);
  await page.waitForSelector(".card .body");
  process.kill(kPeer, "SIGKILL");
  const chips = await until(page, /^east down/);
  assert.match(chips[0], /^local/);
  assert.equal(await page.locator(".note button:text-is('Ask again')").count(), 1);
  await page.click(".note button:text-is('Ask again')");
  await page.waitForSelector('#results[aria-busy="false"] .source.ill');
  await page.context().close();
});
