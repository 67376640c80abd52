/** The built page as a folder of static files: the engine in the page, online and offline. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { after, before, test } from "node:test";
import { chromium } from "playwright-core";
import { CHROMIUM, gameNames, shown, shownAfter, visit } from "./support.js";

const DIST = new URL("../dist", import.meta.url).pathname;
const TYPES = /** @type {Record<string, string>} */ ({
  html: "text/html",
  js: "text/javascript",
  css: "text/css",
  svg: "image/svg+xml",
  wasm: "application/wasm",
});
const games = await gameNames();
const world = { address: "", browser: /** @type {import("playwright-core").Browser} */ ({}) };

const server = createServer(({ url }, response) => {
  const { pathname } = new URL(url ?? "/", "http://localhost");
  const file = pathname === "/" ? "/index.html" : pathname;
  response.setHeader("Content-Type", TYPES[file.split(".").at(-1) ?? ""] ?? "text/plain");
  try {
    response.end(readFileSync(DIST + file));
  } catch {
    response.writeHead(404).end();
  }
});

before(async () => {
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const address = /** @type {import("node:net").AddressInfo} */ (server.address());
  world.address = `http://127.0.0.1:${address.port}/`;
  world.browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
});
after(async () => {
  await world.browser.close();
  server.close();
  server.closeAllConnections();
});

for (const game of games) {
  test(`${game}: played by the engine in the page, and analysed`, async () => {
    const { page, faults, context } = await visit(world, `#game=${game}`);
    await page.waitForSelector(".picture .next");
    for (let click = 0; click < 2; click += 1) {
      const state = await shown(page);
      await page.locator(".picture .next").first().click();
      await shownAfter(page, state);
    }
    await page.getByRole("button", { name: "Analysis" }).click();
    await page.waitForSelector(".analysis .line");
    await page.getByRole("button", { name: "To the start" }).click();
    await page.waitForFunction(() =>
      document.querySelector(".board")?.getAttribute("data-state")?.startsWith("0 "),
    );
    await page.waitForSelector(".analysis .line");
    assert.deepEqual(faults, []);
    await context.close();
  });
}

test("after the first visit it works offline, and shares memory with its engine", async () => {
  const { page, faults, context } = await visit(world);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await context.setOffline(true);
  await page.reload();
  await page.waitForSelector(".picture .next");
  assert.equal(await page.evaluate(() => crossOriginIsolated), true);
  const state = await shown(page);
  await page.locator(".picture .next").first().click();
  await shownAfter(page, state);
  assert.deepEqual(faults, []);
  await context.close();
});
