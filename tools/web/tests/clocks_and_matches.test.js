/** Clocks, and matches with games that are lost on time. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  gameNames,
  startPageServer,
  Referee,
  boardState,
  boardStateAfter,
  stateOf,
  openGamePage,
  says,
} from "./support.js";

const world = startPageServer();
const games = await gameNames();

test("a clock runs, and ends the game", async () => {
  const [game = ""] = games;
  const { page, context } = await openGamePage(world, `#game=${game}`);
  await page.getByRole("button", { name: "New game" }).click();
  await page.getByLabel("Minutes a side").fill("0.01");
  await page.getByRole("combobox", { name: "Second" }).selectOption("");
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.waitForSelector(".clock:not([hidden])");
  await page.locator(".picture .next").first().click();
  await says(page, "wins on time");
  await context.close();
});

test("a game of a match that is lost on time counts for the winner", async () => {
  const referee = new Referee();
  for (const game of games) {
    const help = await referee.ask(`help ${game}`);
    if (!help.some((line) => line.includes("[match n]"))) continue;
    await referee.ask(`newgame ${game} cube on`);
    for (const dice of ["3 1", "4 2"]) {
      await referee.ask(`dice ${dice}`);
      await referee.ask(`move ${(await referee.words("legal"))[0]}`);
    }
    const [first = "", , second = ""] = await referee.words("history"); // the other is `roll`
    for (const [words, moves, next] of /** @type {[string, string[], string][]} */ ([
      ["match 3 cube on", [first, "double", "take"], "match 3 cube on score 2 0"],
      ["match 3 cube on", [first, "double"], "match 3 cube on score 0 1"],
      ["match 3 cube on score 2 0", [first, second], "match 3 cube on score 2 1 crawford off"],
      ["best 5 score 0 1", [first], "best 5 score 1 1"],
      ["match 3 cube on score 2 0", [first], ""],
    ])) {
      const link = { game: `${game} ${words}`, p2: "person", rolls: "hand", clock: "0.01+0" };
      const hash = `#${new URLSearchParams({ ...link, moves: moves.join(" ") })}`;
      const { page, faults, context } = await openGamePage(world, hash);
      if (next === "") {
        await says(page, "wins the match on time");
        await page.getByRole("button", { name: "Play again" }).waitFor();
      } else {
        await says(page, "wins on time");
        await page.getByRole("button", { name: "Next game of the match" }).click();
        await page.waitForFunction(() => location.hash.includes("start="));
        await referee.ask(`newgame ${game} ${next}`);
        assert.equal(stateOf(page).start, (await referee.ask("fen")).at(-1));
      }
      assert.deepEqual(faults, []);
      await context.close();
    }
  }
  referee.end();
});

test("a clock with an increment only begins with the increment; one without time is none", async () => {
  const [game = ""] = games;
  const { page, context } = await openGamePage(world, `#game=${game}&p2=person`);
  await page.getByRole("button", { name: "New game" }).click();
  await page.getByLabel("Seconds a move more").fill("20");
  await page.getByRole("combobox", { name: "Second" }).selectOption("");
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.waitForSelector(".clock:not([hidden])");
  assert.deepEqual(await page.locator(".clock").allTextContents(), ["0:20", "0:20"]);
  await page.waitForFunction(() => location.hash.includes("clock=0%2B20"));
  const state = await boardState(page);
  await page.locator(".picture .next").first().click();
  await boardStateAfter(page, state);
  await page.waitForFunction(() =>
    /^0:1\d\.\d$/.test(document.querySelector(".turn .clock")?.textContent ?? ""),
  );
  assert.doesNotMatch((await page.textContent(".status")) ?? "", /time/);
  const other = await openGamePage(world, `#game=${game}&clock=0%2B0`);
  assert.equal(await other.page.locator(".clock:not([hidden])").count(), 0);
  await context.close();
  await other.context.close();
});
