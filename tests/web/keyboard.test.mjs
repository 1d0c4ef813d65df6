// SPDX-License-Identifier: GPL-3.0-or-later
// Without a mouse, and with eyes that nothing should move before: focus is seen wherever it goes, everything can be reached, what
// is typed moves nothing, and who asked for no motion gets none.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { id_of, kBase, kDesktop, kPhone, launch, open_page, settled } from "./browser.mjs";

let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

// What has the focus: a name to tell it by, and whether one sees it (an outline or shadow of its own, or of what stands around it).
const focused = (page) => page.evaluate(() => {
  const one = document.activeElement;
  if (!one || one === document.body) return null;
  const marked = (element) => {
    const style = getComputedStyle(element);
    return (style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0) || style.boxShadow !== "none";
  };
  const around = [one, one.parentElement, one.parentElement?.parentElement];
  const box = one.getBoundingClientRect();
  return { name: one.id || one.getAttribute("aria-label") || one.innerText?.trim().slice(0, 40) || one.tagName, seen: around.some((element) => element && marked(element)), size: box.width * box.height,
    order: [...document.querySelectorAll("*")].indexOf(one) };
});

async function walk(page) {
  await page.focus("a[href], button, input"); // the first there is: "Skip to …", or the brand
  await page.keyboard.press("Shift+Tab"); // and before it, so that it is come to by key
  const stops = [];
  for (let i = 0; i < 400; ++i) {
    await page.keyboard.press("Tab");
    const stop = await focused(page);
    if (!stop || stops.some((other) => other.order === stop.order)) break;
    stops.push(stop);
  }
  return stops;
}

for (const [size, viewport] of [["desktop", kDesktop], ["phone", kPhone]])
  test(`${size}: Tab reaches everything in the order of the page, and one sees where one is`, async () => {
    for (const [path, sign] of [["/?q=&position=faculty", ".card .body"], [`/r/${await id_of("Wingsum Tse")}`, ".alike li"], ["/about", "h1"]]) {
      const page = await open_page(browser, path, { viewport });
      await page.waitForSelector(sign);
      if (await page.isVisible(".narrow-only")) await page.click(".narrow-only");
      const stops = await walk(page);
      assert.deepEqual(stops.filter((stop) => !stop.seen || !stop.size).map((stop) => `${path}: ${stop.name}`), []);
      // Everything that can be pressed is among them.
      const wanted = await page.evaluate(() => [...document.querySelectorAll("a[href], button, input, select, summary")]
        .filter((one) => one.checkVisibility() && one.tabIndex >= 0 && !one.disabled && !one.closest("[aria-hidden=true]")).length);
      assert.ok(stops.length >= wanted, `${path}: ${stops.length} of ${wanted}`);
      assert.deepEqual(page.complaints, []);
      await page.context().close();
    }
  });

test("a search from the first key to a person's page, without a mouse", async () => {
  const page = await open_page(browser, "/");
  await page.waitForSelector(".holdings");
  assert.equal(await page.evaluate(() => document.activeElement.id), "q"); // at once
  await page.keyboard.type("kelp");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".card .body");
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press("/");
  assert.equal(await page.evaluate(() => document.activeElement.id), "q");
  await page.goto(`${kBase}/?q=kelp`);
  await page.waitForSelector(".card .body");
  await page.evaluate(() => document.activeElement?.blur());
  await page.keyboard.press("Tab"); // "Skip to the results"
  await page.keyboard.press("Enter");
  assert.equal(await page.evaluate(() => document.activeElement.id), "results");
  for (let i = 0; i < 10 && !(await page.evaluate(() => document.activeElement.matches(".card h2 a"))); ++i) await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/r/*");
  await page.waitForSelector(".papers");
  await page.context().close();
});

test("nothing moves while one types", async () => {
  const page = await open_page(browser, "/?q=kelp");
  await settled(page);
  await page.evaluate(() => {
    window.moved = [];
    // The rows of the list of suggestions are others at each key; all else stands still.
    const elsewhere = (source) => source.node && !(source.node.closest ? source.node : source.node.parentElement)?.closest("#suggestions");
    new PerformanceObserver((list) => window.moved.push(...list.getEntries().flatMap((entry) => entry.sources.filter(elsewhere).map((one) => one.node.outerHTML?.slice(0, 80) ?? one.node.nodeName))))
      .observe({ type: "layout-shift", buffered: false });
  });
  await page.focus("#q");
  await page.keyboard.press("Control+A");
  for (const letter of "serverless infer") {
    await page.keyboard.press(letter === " " ? "Space" : letter);
    await page.waitForTimeout(60);
  }
  await page.waitForSelector("[role=option]");
  await page.keyboard.press("Escape");
  await page.waitForTimeout(200);
  assert.deepEqual(await page.evaluate(() => window.moved), []);
  // Such a shift would have been seen.
  await page.evaluate(() => document.querySelector(".bar").before(Object.assign(document.createElement("p"), { textContent: "pushed in" })));
  await page.waitForFunction(() => window.moved.length > 0);
  await page.context().close();
});

test("no motion for who asked for none, some for others", async () => {
  for (const [reducedMotion, runs] of [["reduce", false], ["no-preference", true]]) {
    const page = await open_page(browser, null, { reducedMotion });
    await page.route("**/api/v1/search*", async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 2500));
      await route.continue().catch(() => {});
    });
    await page.goto(`${kBase}/?q=kelp`);
    await page.waitForSelector(".ghost");
    const running = await page.evaluate(() => document.getAnimations().filter((one) => one.playState === "running" && one.effect.getComputedTiming().duration > 10).length);
    assert.equal(running > 0, runs, `${reducedMotion}: ${running} animations`);
    await page.context().close();
  }
});

test("at 400 % nothing is lost: 1280 pixels become 320, and 1024 become 256", async () => {
  for (const path of ["/", "/?q=serverless+inference+HKUST", `/r/${await id_of("Wingsum Tse")}`]) {
    const page = await open_page(browser, path, { viewport: { width: 320, height: 256 }, deviceScaleFactor: 4 });
    await page.waitForSelector(".holdings, .card .body, .alike li");
    const beyond = await page.evaluate(() => [...document.querySelectorAll("a, button, input, h1, h2, p, li")].filter((one) => {
      const box = one.getBoundingClientRect();
      return one.checkVisibility() && !one.closest(".unseen, .skip, [aria-hidden=true]") && !one.matches(".unseen, .skip") && box.width > 0 && (box.right > innerWidth + 1 || box.left < -1);
    }).map((one) => one.outerHTML.slice(0, 80)));
    assert.deepEqual(beyond, [], path);
    const covered = await page.evaluate(() => getComputedStyle(document.querySelector("header.top")).position);
    assert.ok(covered !== "fixed" && covered !== "sticky", "the header would cover a window of 256 pixels");
    await page.context().close();
  }
});
