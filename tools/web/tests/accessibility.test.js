/** The page by the keyboard alone, and by the rules of axe. */
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { test } from "node:test";
import {
  gameNames,
  startPageServer,
  Referee,
  boardState,
  boardStateAfter,
  stateOf,
  openGamePage,
  playersOf,
} from "./support.js";

const world = startPageServer();
const games = await gameNames();
const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const CLICKS = 8;

/** What axe finds that is serious or worse.
 * @param {import("playwright-core").Page} page */
async function findings(page) {
  await page.addScriptTag({ path: axe });
  return page.evaluate(async () => {
    const { violations } = await /** @type {any} */ (globalThis).axe.run();
    return violations
      .filter((/** @type {any} */ each) => ["serious", "critical"].includes(each.impact))
      .map((/** @type {any} */ each) => `${each.id}: ${each.nodes[0].html}`);
  });
}

test("arrows go through the games of the dialog, one after the other", async () => {
  const [first = "", second = "", third = ""] = games;
  const { page, context } = await openGamePage(world, `#game=${first}`);
  await page.getByRole("button", { name: "New game" }).click();
  await page.locator("dialog[open] input[name=game]:checked").focus();
  for (const game of [second, third]) {
    await page.keyboard.press("ArrowDown");
    const focused = await page.evaluate(() => document.activeElement?.getAttribute("value"));
    const checked = await page.locator("dialog[open] input[name=game]:checked").inputValue();
    assert.deepEqual([focused, checked], [game, game]);
  }
  await page.keyboard.press("Enter");
  await page.waitForFunction((name) => location.hash.startsWith(`#game=${name}`), third);
  await context.close();
});

test("the opponent's move and a hint are told", async () => {
  const [game = ""] = games;
  const player = (await playersOf(game)).at(1);
  const referee = new Referee();
  await referee.ask(`newgame ${game}`);
  const sides = (await referee.ask("describe")).find((line) => line.startsWith("describe sides "));
  referee.end();
  const [first = "", second = ""] = (sides ?? "")
    .split(" ")
    .slice(2)
    .map((colour) => colour[0]?.toUpperCase() + colour.slice(1));
  const { page, context } = await openGamePage(world, `#game=${game}&p2=${player};movetime=50`);
  const status = page.getByRole("status");
  assert.equal(await status.textContent(), `${first} to move`);
  await page.locator(".picture .next").first().click();
  await page.waitForFunction(() =>
    document.querySelector(".board")?.getAttribute("data-state")?.startsWith("2 "),
  );
  const [, answer] = stateOf(page).moves.split(" ");
  assert.equal(await status.textContent(), `${second} has played ${answer}; ${first} to move`);
  await page.getByRole("button", { name: "Hint" }).click();
  await page.waitForSelector(".mark.hint");
  const reason = page.locator(".reason");
  assert.equal(await reason.getAttribute("aria-live"), "polite");
  assert.match((await reason.textContent()) ?? "", /^\S+: /);
  await context.close();
});

for (const game of games) {
  test(`${game}: played by the keyboard alone`, async () => {
    const { page, faults, context } = await openGamePage(world, `#game=${game}`);
    await page.waitForSelector(".picture .next");
    for (let tab = 0; tab < 30; tab += 1) {
      await page.keyboard.press("Tab");
      if (await page.evaluate(() => document.activeElement?.closest(".picture"))) break;
    }
    for (let click = 0; click < CLICKS; click += 1) {
      await page.waitForFunction(() => document.activeElement?.classList.contains("next"));
      const [from, label] = await page.evaluate(() => [
        document.activeElement?.getAttribute("data-spot"),
        document.activeElement?.getAttribute("aria-label"),
      ]);
      assert.ok(label, `the spot ${from} has a name`);
      // Whichever arrow leads somewhere.
      const arrows = ["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"];
      for (const arrow of arrows.slice(click % 4).concat(arrows)) await page.keyboard.press(arrow);
      const state = await boardState(page);
      await page.keyboard.press("Enter");
      await boardStateAfter(page, state);
    }
    assert.ok(Number((await boardState(page)).split(" ")[0]) > 0, "something was played");
    assert.deepEqual(faults, []);
    await context.close();
  });

  test(`${game}: axe finds nothing serious`, async () => {
    for (const [width, colorScheme] of /** @type {[number, "light" | "dark"][]} */ ([
      [1280, "light"],
      [400, "dark"],
    ])) {
      const { page, context } = await openGamePage(world, `#game=${game}`, {
        viewport: { width, height: 900 },
        colorScheme,
        bypassCSP: true,
      });
      await page.getByRole("button", { name: "Every move explained" }).click();
      await page.getByRole("button", { name: "Analysis" }).click();
      await page.waitForSelector(".analysis .line");
      assert.deepEqual(await findings(page), []);
      const dialog = width > 800 ? "New game" : "Position";
      await page.getByRole("button", { name: dialog }).click();
      assert.deepEqual(await findings(page), []);
      await page.keyboard.press("Escape");
      const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
      assert.equal(wide, false, "nothing is wider than the page");
      await context.close();
    }
  });
}
