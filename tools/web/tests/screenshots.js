/** Writes pictures of the page with each game, narrow and wide, light and dark, to look at.
 *
 *     npm run screenshots -- FOLDER
 */
import { mkdirSync } from "node:fs";
import { test } from "node:test";
import { gameNames, startPageServer, Referee, openGamePage } from "./support.js";

const folder = process.argv[2] ?? "../../target/screenshots";
const PLIES = 14;
const world = startPageServer();
mkdirSync(folder, { recursive: true });

/** @param {string} game */
async function middleGame(game) {
  const referee = new Referee();
  await referee.ask(`newgame ${game}`);
  for (let ply = 0; ply < PLIES; ply += 1) {
    if ((await referee.words("query turn"))[1] === "roll") await referee.ask("roll");
    const move = (await referee.ask("go nodes 2000")).at(-1)?.split(" ")[1];
    await referee.ask(`move ${move}`);
  }
  const moves = await referee.words("history");
  referee.end();
  return `#${new URLSearchParams({ game, moves: moves.join(" ") })}`;
}

for (const game of await gameNames()) {
  test(game, async () => {
    const hash = await middleGame(game);
    for (const width of [400, 1280]) {
      for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
        const { page, context } = await openGamePage(world, hash, {
          viewport: { width, height: 860 },
          colorScheme,
        });
        await page.getByRole("button", { name: "Analysis" }).click();
        await page.getByRole("button", { name: "Every move explained" }).click();
        await page.waitForSelector(".mark.value");
        await page.waitForSelector(".analysis .line");
        await page.screenshot({
          path: `${folder}/${game}-${width}-${colorScheme}.png`,
          fullPage: true,
        });
        await context.close();
      }
    }
  });
}
