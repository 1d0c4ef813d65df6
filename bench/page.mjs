// SPDX-License-Identifier: GPL-3.0-or-later
// How soon does the page answer? Driven by bench/page.py: BASE, CHROMIUM, MODULES and ROUNDS in the environment; prints one JSON line.
import { createRequire } from "node:module";

const { chromium } = createRequire(`${process.env.MODULES}/`)("playwright-core");
const kBase = process.env.BASE, kRounds = Number(process.env.ROUNDS);
const kPages = { start: ["/", ".holdings"], results: ["/?q=distributed+systems", ".card .body"] };
const kTyped = ["ser", "dist", "mach", "neura", "wei", "ana f", "univ", "stan", "graph", "secu"];
const sorted = (list) => [...list].sort((a, b) => a - b);
const at = (list, share) => sorted(list)[Math.min(list.length - 1, Math.floor(list.length * share))];
const told = (list) => ({ median: Math.round(10 * at(list, 0.5)) / 10, p95: Math.round(10 * at(list, 0.95)) / 10 });

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ["--no-sandbox", "--disable-dev-shm-usage"] });
const out = { version: browser.version() };

// From the start of the navigation, with an empty cache and the processor slowed four times: until the box takes keys, and until
// what was asked for stands there.
for (const [name, [path, sign]] of Object.entries(kPages)) {
  const ready = [], there = [];
  for (let round = 0; round < kRounds; ++round) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
    await page.addInitScript((selector) => {
      new MutationObserver((_, observer) => {
        if (!document.querySelector(selector) || !performance.getEntriesByName("ready").length) return;
        observer.disconnect();
        requestAnimationFrame(() => setTimeout(() => performance.mark("there")));
      }).observe(document, { childList: true, subtree: true });
    }, sign);
    await page.goto(kBase + path);
    await page.waitForFunction(() => performance.getEntriesByName("there").length);
    const marks = await page.evaluate(() => ["ready", "there"].map((mark) => performance.getEntriesByName(mark)[0].startTime));
    if (round) ready.push(marks[0]), there.push(marks[1]); // the first warms the browser
    await context.close();
  }
  out[name] = { interactive_ms: told(ready), shown_ms: told(there) };
}

// From a key to the painted list below the box, key by key as somebody types.
const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
const page = await context.newPage();
await page.goto(`${kBase}/`);
await page.waitForSelector(".holdings");
await page.evaluate(() => {
  const list = document.getElementById("suggestions");
  window.spent = [];
  let typed = 0;
  document.getElementById("q").addEventListener("input", (event) => (typed = event.timeStamp), { capture: true });
  new MutationObserver(() => {
    if (!typed || !list.children.length) return;
    const began = typed;
    typed = 0;
    requestAnimationFrame(() => { // the task behind the frame: it is painted
      const channel = new MessageChannel();
      channel.port1.onmessage = () => window.spent.push(performance.now() - began);
      channel.port2.postMessage(null);
    });
  }).observe(list, { childList: true, subtree: true, characterData: true, attributes: true });
});
for (let round = 0; round < kRounds; ++round) {
  for (const words of kTyped) {
    await page.fill("#q", "");
    await page.focus("#q");
    for (const letter of words) {
      await page.keyboard.press(letter === " " ? "Space" : letter);
      await page.waitForTimeout(120);
    }
  }
}
const spent = await page.evaluate(() => window.spent);
out.suggestions_ms = { ...told(spent), keys: spent.length };
await browser.close();
console.log(JSON.stringify(out));
