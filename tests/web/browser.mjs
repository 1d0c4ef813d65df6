// SPDX-License-Identifier: GPL-3.0-or-later
// What every browser test needs: the browser, a page that tells what goes wrong in it, and a way to find people.
import assert from "node:assert/strict";
import { createRequire } from "node:module";

export const kBase = process.env.BASE;
export const require = createRequire(`${process.env.MODULES}/`);
const { chromium } = require("playwright-core");

export const launch = () => chromium.launch({ executablePath: process.env.CHROMIUM, args: ["--no-sandbox", "--disable-dev-shm-usage"] });
export const kDesktop = { width: 1280, height: 900 }, kPhone = { width: 320, height: 640 };

// A page whose console and exceptions are collected in page.complaints.
export async function open_page(browser, address, options = {}) {
  const context = await browser.newContext({ viewport: kDesktop, ...options });
  context.setDefaultTimeout(10_000);
  const page = await context.newPage();
  page.complaints = [];
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && page.complaints.push(message.text()));
  page.on("pageerror", (error) => page.complaints.push(String(error)));
  if (address) await page.goto(kBase + address);
  return page;
}

export const ask = async (path) => (await fetch(kBase + path)).json();

export async function id_of(name) {
  const { results } = await ask(`/api/v1/search?${new URLSearchParams({ q: `name:"${name}"` })}`);
  assert.ok(results.length, `nobody is called ${name}`);
  return results[0].id;
}

export const texts = (page, selector) => page.locator(selector).allInnerTexts();
export const settled = (page) => page.waitForSelector('#results[aria-busy="false"]');
// No wider than the window.
export const overflow = (page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
