/** A game that neither the page nor its tests know: an engine of another game is played. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { startPageServer, PYTHON, ROOT, boardState, boardStateAfter, openGamePage } from "./support.js";

const world = startPageServer(`${PYTHON} -S -B ${ROOT}tools/tests/stub_engines/nim.py`);

/** Plays the move with this number until the game is over; all its moves, with those of the engine.
 * @param {import("playwright-core").Page} page
 * @param {number} nth */
async function playToTheEnd(page, nth) {
  for (let state = await boardState(page); !state.includes("over");) {
    const spots = page.locator(".picture .next");
    await spots.nth(Math.min(nth, (await spots.count()) - 1)).click();
    await boardStateAfter(page, state);
    await page.waitForSelector(".picture .next, .again:not([hidden])");
    state = await boardState(page);
  }
  await page.waitForSelector(".again:not([hidden])");
}

test("two people play it", async () => {
  const { page, faults, context } = await openGamePage(world, "#game=nim");
  assert.equal(await page.title(), "Nim · Parlour");
  await playToTheEnd(page, 0);
  assert.equal(await page.textContent(".status"), "Violet has played 1 and wins — the heap is empty");
  const drawn = await page.$eval(".picture", (picture) => picture.innerHTML);
  await page.reload();
  await page.waitForSelector(".board[data-state]");
  assert.equal(await page.$eval(".picture", (picture) => picture.innerHTML), drawn);
  assert.deepEqual(faults, []);
  await context.close();
});

test("its engine plays it", async () => {
  const { page, faults, context } = await openGamePage(world);
  await playToTheEnd(page, 2);
  assert.match((await page.textContent(".status")) ?? "", /^(Amber|Violet) has played \d and wins/);
  await page.getByRole("button", { name: "Play again" }).click();
  await page.waitForSelector(".picture .next");
  assert.deepEqual(faults, []);
  await context.close();
});
