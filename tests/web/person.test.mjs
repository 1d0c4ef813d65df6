// SPDX-License-Identifier: GPL-3.0-or-later
// One person: every fact with its page and day, papers by year and venue, who writes with whom, files to take along.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ask, id_of, kBase, launch, open_page, texts } from "./browser.mjs";

let browser, id, person;
before(async () => {
  browser = await launch();
  id = await id_of("Wingsum Tse");
  person = await ask(`/api/v1/researchers/${id}`);
});
after(() => browser.close());

async function open_person() {
  const page = await open_page(browser, `/r/${id}`);
  await page.waitForSelector(".alike li");
  return page;
}

test("a fact tells its page and when it was seen", async () => {
  const page = await open_person();
  assert.equal(await page.innerText("h1"), "Wingsum Tse");
  const last = page.locator(".papers > li:not(.year)").first();
  await last.locator(".where").focus();
  await page.keyboard.press("Enter");
  const told = await last.locator(".told").innerText();
  const newest = person.papers.reduce((best, one, i) => (one.year > person.papers[best].year ? i : best), 0);
  assert.equal(await last.locator(".told a").getAttribute("href"), person.evidence[`/papers/${newest}`].url);
  assert.match(told, /seen on \d+ \w+ \d{4}$/);
  for (const [selector, member] of [[".role", "positions"], [".place", "affiliations"], [".chips > li", "interests"]])
    assert.equal(await page.locator(`${selector} .where`).count(), person[member].length, member);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("a bar and a venue narrow the papers", async () => {
  const page = await open_person();
  const titles = () => page.locator(".papers .title").count();
  assert.equal(await titles(), person.papers.length);
  await page.click(".bars button >> nth=0");
  assert.equal(await titles(), 1);
  assert.equal(await page.getAttribute(".bars button >> nth=0", "aria-pressed"), "true");
  await page.click(".narrow >> text=Show all");
  await page.selectOption(".narrow select", person.papers[0].venue);
  assert.equal(await titles(), person.papers.filter((one) => one.venue === person.papers[0].venue).length);
  await page.context().close();
});

test("co-authors stand in the graph and in the list; whom we have is a link", async () => {
  const page = await open_person();
  await page.waitForSelector(".graph .node.known");
  const others = new Set(person.papers.flatMap((one) => one.authors).filter((name) => name !== person.name));
  assert.equal(await page.locator(".graph .node").count(), others.size + 1);
  assert.equal(await page.locator(".columns-2 li").count(), others.size);
  await page.click(".columns-2 a:has-text('Linfeng Auyeung')");
  await page.waitForFunction(() => document.querySelector("h1")?.innerText === "Linfeng Auyeung");
  await page.context().close();
});

test("students are those whose own pages name her as their advisor, and links", async () => {
  const page = await open_person();
  await page.waitForSelector(".students li");
  assert.deepEqual((await texts(page, ".students a")).sort(), ["Linfeng Auyeung", "Qiushi Mang"]);
  await page.click(".students a:has-text('Qiushi Mang')");
  await page.waitForFunction(() => document.querySelector("h1")?.innerText === "Qiushi Mang");
  const advisor = page.locator("section", { has: page.locator("h2:text-is('Advisors')") });
  assert.match(await advisor.innerText(), /Wingsum Tse/);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("similar researchers come with reasons", async () => {
  const page = await open_person();
  const { results } = await ask(`/api/v1/researchers/${id}/similar`);
  assert.deepEqual(await texts(page, ".alike a"), results.slice(0, 6).map((one) => one.display_name));
  assert.ok((await texts(page, ".alike .why")).every((text) => text.length > 3));
  await page.context().close();
});

test("JSON-LD and BibTeX can be saved, and the page itself carries JSON-LD and a description", async () => {
  const page = await open_person();
  const fetched = async (link) => fetch(kBase + (await page.getAttribute(link, "href")));
  const jsonld = await fetched(".takes a:text-is('JSON-LD')");
  assert.match(jsonld.headers.get("content-disposition"), /attachment; filename="\w{16}.jsonld"/);
  assert.equal((await jsonld.json()).name, "Wingsum Tse");
  const bibtex = await (await fetched(".takes a:text-is('BibTeX')")).text();
  assert.equal(bibtex.match(/^@/gm).length, person.papers.length);
  const source = await (await fetch(`${kBase}/r/${id}`)).text();
  assert.match(source, /<title>Wingsum Tse · Fellow<\/title>/);
  assert.match(source, /<meta name="description" content="Associate Professor of Computer Science, Hong Kong University/);
  assert.match(source, /<meta property="og:type" content="profile">/);
  assert.match(source, /<meta property="og:title" content="Wingsum Tse">/);
  assert.match(source, /<meta property="og:description" content="Associate Professor of Computer Science/);
  const inside = JSON.parse(source.match(/<script type="application\/ld\+json">(.*?)<\/script>/s)[1]);
  assert.equal(inside["@type"], "Person");
  assert.equal(inside.subjectOf.length, person.papers.length);
  await page.context().close();
});

test("nobody, and a profile that cannot be had, say what to do", async () => {
  const page = await open_page(browser, "/r/aaaaaaaaaaaaaaaa");
  await page.waitForSelector("[role=alert]");
  assert.match(await page.innerText("[role=alert]"), /Nobody with this address is known/);
  await page.context().close();
  const other = await open_page(browser, null);
  await other.route("**/api/v1/researchers/*", (route) => route.abort());
  await other.goto(`${kBase}/r/${id}`);
  await other.waitForSelector("[role=alert]");
  await other.unroute("**/api/v1/researchers/*");
  await other.click("text=Try again");
  await other.waitForSelector(".papers");
  await other.click("text=Wrong or unwanted?");
  assert.match(await other.innerText(".wrong"), /robots.txt/);
  await other.context().close();
});
