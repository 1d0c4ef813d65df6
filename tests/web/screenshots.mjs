// SPDX-License-Identifier: GPL-3.0-or-later
// The main states as pictures, over the demo web. usage: web_test.py BIN_DIR WORK_DIR --screenshots
import { mkdirSync } from "node:fs";
import { id_of, kBase, kDesktop, kPhone, launch, open_page } from "./browser.mjs";

const folder = process.argv[2];
mkdirSync(folder, { recursive: true });
const browser = await launch();
const person = `/r/${await id_of("Wingsum Tse")}`;
const kPictures = [
  ["start", "/", ".holdings", kDesktop, "light"],
  ["suggestions", "/", "[role=option]", kDesktop, "light", async (page) => (await page.type("#q", "ser"), await page.waitForSelector("[role=option]"), page.keyboard.press("ArrowDown"))],
  ["results", "/?q=serverless+inference+HKUST", ".card .body", { ...kDesktop, height: 1000 }, "light"],
  ["results-dark", "/?q=&position=faculty&year=2021..2026", ".chip", { ...kDesktop, height: 1000 }, "dark"],
  ["results-phone", "/?q=serverless+inference+HKUST", ".card .body", kPhone, "light"],
  ["nothing", "/?q=zzzqqq+xxyyzz", ".note.empty", { ...kDesktop, height: 500 }, "light"],
  ["down", `${process.env.FEDERATED}/?q=kelp+otters`, ".source.ill", { ...kDesktop, height: 640 }, "light"],
  ["person", person, ".graph", { ...kDesktop, height: 1000 }, "light", (page) => page.click(".place .where >> nth=0")],
  ["person-whole", person, ".graph", kDesktop, "light", (page) => page.click(".papers .where >> nth=0"), true],
  ["person-dark-phone", person, ".graph", kPhone, "dark"],
];
// The other source stops, and is asked until it is left alone for a while.
async function stop_the_other(page) {
  process.kill(Number(process.env.PEER_PID), "SIGSTOP");
  for (let i = 0; i < 5; ++i) await page.request.get(`${process.env.FEDERATED}/api/v1/search?q=kelp+${i}`);
}
for (const [name, path, sign, viewport, colorScheme, act, whole] of kPictures) {
  const page = await open_page(browser, null, { viewport, colorScheme, reducedMotion: "reduce" });
  if (name === "down") await stop_the_other(page);
  await page.goto(path.startsWith("http") ? path : kBase + path);
  if (name === "suggestions") await act(page);
  await page.waitForSelector(sign);
  if (act && name !== "suggestions") await act(page);
  await page.waitForTimeout(200);
  await page.screenshot({ path: `${folder}/${name}.png`, fullPage: whole });
  await page.context().close();
}
await browser.close();
