/** In each game of the engine, a whole game by clicks to its end. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { gameNames, startPageServer, Referee, boardState, boardStateAfter, stateOf, openGamePage } from "./support.js";

const PLIES = 400;
const world = startPageServer();

/** A move: a good one for First, any for Second, so that the game ends soon; with dice, where that
 * makes a game longer, a good one for both.
 * @param {Referee} referee
 * @param {string} side
 * @param {number} ply */
async function chosenMove(referee, side, ply) {
  const legal = await referee.words("legal");
  const dice = (await referee.ask("describe")).includes("describe dice yes");
  if (side === "p1" || dice) {
    const answer = await referee.ask("go nodes 400");
    return (answer.at(-1) ?? "").split(" ")[1];
  }
  return legal[(ply * 7919) % legal.length];
}

/** The middle of a spot; what lies above it must let the click through.
 * @param {import("playwright-core").Page} page
 * @param {string} spot */
async function placeOf(page, spot) {
  const place = await page.evaluate((name) => {
    const element = document.querySelector(`.picture [data-spot="${name}"].next`);
    if (!element) return "it may not be clicked";
    const { left, top, width, height } = element.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    const found = document.elementFromPoint(x, y);
    return found?.closest("[data-spot]") === element ? [x, y] : `there is ${found?.outerHTML}`;
  }, spot);
  if (typeof place === "string") throw new Error(`${spot}: ${place}`);
  return place;
}

for (const game of await gameNames()) {
  test(`${game}: a whole game by clicks`, async () => {
    const referee = new Referee();
    const { page, faults } = await openGamePage(world, `#game=${game}`, {
      viewport: { width: 500, height: 900 },
    });
    try {
      await referee.ask(`newgame ${game}`);
      for (let ply = 0; ply < PLIES; ply += 1) {
        await page.waitForFunction(
          () => !document.querySelector(".board")?.getAttribute("data-state")?.endsWith(" roll"),
        );
        let state = await boardState(page);
        const [, , side = ""] = state.split(" ");
        if (side === "over") break;
        await page.waitForFunction(
          (moves) => {
            const at = new URLSearchParams(location.hash.slice(1)).get("moves") ?? "";
            return at.split(" ").filter(Boolean).length === moves;
          },
          Number(state.split(" ")[0]),
        );
        const { start, moves, dice } = stateOf(page);
        await referee.ask(`position ${start}${moves && ` moves ${moves}`}`);
        if (dice) await referee.ask(`dice ${dice}`);
        const move = await chosenMove(referee, side, ply);
        const way = (await referee.ask("spots")).find((line) => line.startsWith(`spots ${move} `));
        assert.ok(way, `${move} can be clicked`);
        for (const spot of way.split(" ").slice(2)) {
          const [x = 0, y = 0] = await placeOf(page, spot);
          await page.mouse.click(x, y);
          state = await boardStateAfter(page, state);
        }
      }
      const { start, moves } = stateOf(page);
      await referee.ask(`position ${start} moves ${moves}`);
      assert.deepEqual(await referee.words("query gameover"), ["true"]);
      const said = await page.textContent(".status");
      assert.match(said ?? "", / wins|; a draw/);
      assert.deepEqual(faults, []);
    } finally {
      referee.end();
      await page.context().close();
    }
  });
}
