/** The dialog in which a game, its variant and the players are chosen. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  gameNames,
  startPageServer,
  Referee,
  stateOf,
  openGamePage,
  testedVariants,
} from "./support.js";

const world = startPageServer();
const games = await gameNames();

test("a new game is chosen with its variant; wrong ones are answered", async () => {
  const referee = new Referee();
  const { page, faults, context } = await openGamePage(world);
  for (const game of games) {
    const [title = ""] = (await referee.ask(`newgame ${game}`), await referee.ask("describe"))
      .filter((line) => line.startsWith("describe title "))
      .map((line) => line.slice("describe title ".length));
    await page.getByRole("button", { name: "New game" }).click();
    await page.getByRole("radio", { name: title }).check({ force: true });
    // Keys with a range are refused beyond it, in the words of the engine.
    const key = page.locator(".setup .variant input[type=number]").first();
    if ((await key.count()) > 0) {
      const fault = page.locator(".setup .fault");
      await key.fill("999");
      await key.dispatchEvent("change");
      await fault.filter({ hasText: "999" }).waitFor();
      await key.fill("");
      await key.dispatchEvent("change");
      await fault.filter({ hasNotText: "999" }).waitFor({ state: "attached" });
    }
    await page.getByRole("combobox", { name: "Second", exact: true }).selectOption("");
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await page.waitForFunction(
      (text) => document.querySelector(".title")?.textContent?.startsWith(text),
      title,
    );
    assert.equal(stateOf(page).game.split(" ")[0], game);
  }
  assert.deepEqual(faults, []);
  referee.end();
  await context.close();
});

test("swapped sides keep their levels and the players of the variant", async () => {
  const referee = new Referee();
  for (const game of games) {
    await referee.ask(`newgame ${game}`);
    const all = await referee.words("players");
    for (const variant of ["", ...testedVariants(game)]) {
      await referee.ask(`newgame ${game} ${variant}`);
      const players = await referee.words("players");
      if (variant !== "" && players.length === all.length) continue;
      const [one = "", two = ""] = players;
      const hash = `#game=${game} ${variant}&p1=${one};level=3&p2=${two};level=`;
      const { page, context } = await openGamePage(world, hash);
      await page.getByRole("button", { name: "New game" }).click();
      await page.getByRole("button", { name: "Swap sides" }).click();
      const first = page.locator("dialog[open] .chair").first();
      await page.waitForFunction(
        (count) => document.querySelector("dialog[open] .chair select")?.children.length === count,
        players.length + 1,
      );
      assert.equal(await first.locator("select").first().inputValue(), two);
      const level = first.locator("input[type=range]");
      assert.equal(await level.inputValue(), await level.getAttribute("max"));
      await page.getByRole("button", { name: "Play", exact: true }).click();
      await page.waitForFunction((player) => location.hash.includes(`p1=${player};`), two);
      const words = new URLSearchParams(page.url().split("#")[1]);
      assert.match(words.get("p1") ?? "", /;level=$/);
      assert.match(words.get("p2") ?? "", /;level=3$/);
      await context.close();
    }
  }
  referee.end();
});
