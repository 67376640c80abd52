/** The built page as a folder of static files: the engine in the page, online and offline. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { gameNames, openStatic, boardState, boardStateAfter, openGamePage } from "./support.js";

const games = await gameNames();
const world = openStatic();

for (const game of games) {
  test(`${game}: played by the engine in the page, and analysed`, async () => {
    const { page, faults, context } = await openGamePage(world, `#game=${game}`);
    await page.waitForSelector(".picture .next");
    for (let click = 0; click < 2; click += 1) {
      const state = await boardState(page);
      await page.locator(".picture .next").first().click();
      await boardStateAfter(page, state);
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
  const { page, faults, context } = await openGamePage(world);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await context.setOffline(true);
  await page.reload();
  await page.waitForSelector(".picture .next");
  assert.equal(await page.evaluate(() => crossOriginIsolated), true);
  const state = await boardState(page);
  await page.locator(".picture .next").first().click();
  await boardStateAfter(page, state);
  assert.deepEqual(faults, []);
  await context.close();
});
