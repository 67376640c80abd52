/** What the page does around a game: searches, links, positions, dice, raw lines. */
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
  playersOf,
  testedVariants,
} from "./support.js";

const world = startPageServer();
const games = await gameNames();
const OPENING_PLIES = 6; // plies from the start that the tests play

/** Some moves from the start, and the dice that are then given.
 * @param {string} game
 * @param {number} [step] which of the legal moves */
async function someMoves(game, step = 5) {
  const referee = new Referee();
  await referee.ask(`newgame ${game}`);
  await referee.ask("setoption name Seed value 7");
  let dice = "";
  for (let ply = 0; ply < OPENING_PLIES; ply += 1) {
    const [, due] = await referee.words("query turn");
    dice = due === "roll" ? (await referee.words("roll")).join(" ") : "";
    const legal = await referee.words("legal");
    if (ply < OPENING_PLIES - 1) await referee.ask(`move ${legal[(step * (ply + 3)) % legal.length]}`);
  }
  const moves = await referee.words("history");
  const fen = (await referee.words("fen")).join(" ");
  referee.end();
  const words = new URLSearchParams({ game, moves: moves.join(" "), ...(dice && { dice }) });
  return { moves, dice, fen, hash: `#${words}` };
}

/** @param {import("playwright-core").Page} page */
const picture = (page) => page.$eval(".picture", (element) => element.innerHTML);

/** First's chances in per cent that a score such as `+0.35` or `−M7` stands for; none where the
 * engine reports no scale.
 * @param {string} game
 * @param {string} score */
async function chancesOf(game, score) {
  const referee = new Referee();
  await referee.ask(`newgame ${game}`);
  const facts = await referee.ask("describe");
  referee.end();
  const scale = facts.flatMap((line) => / chance (\d+)$/.exec(line)?.[1] ?? [])[0];
  const hundredths = 100 * Number(score.replace("M", "1e9").replace("−", "-"));
  return scale && String(Math.round(100 / (1 + Math.exp(-hundredths / Number(scale)))));
}

for (const game of games) {
  test(`${game}: a link and a reload restore the game`, async () => {
    const { moves, dice, hash } = await someMoves(game);
    const { page, faults, context } = await openGamePage(world, hash);
    assert.equal((await boardState(page)).split(" ")[0], String(moves.length));
    const before = stateOf(page);
    assert.equal(before.moves, moves.join(" "));
    assert.equal(before.dice, dice);
    const drawn = await picture(page);
    await page.reload();
    await page.waitForSelector(".board[data-state]");
    assert.deepEqual(stateOf(page), before);
    assert.equal(await picture(page), drawn);
    const other = await openGamePage(world, new URL(page.url()).hash);
    assert.equal(await picture(other.page), drawn);
    assert.deepEqual(faults, []);
    await context.close();
    await other.context.close();
  });

  test(`${game}: after a reload, undo and judging know whose turn it was`, async () => {
    const { moves } = await someMoves(game);
    const [, first = "", second = ""] = /^(\d)(\d):/.exec(moves.at(-1) ?? "") ?? [];
    const played = moves.slice(0, -1);
    const words = new URLSearchParams({
      game,
      p1: "person",
      p2: `${(await playersOf(game)).at(1)};movetime=50`,
      moves: played.join(" "),
      ...(first && { dice: `${first} ${second}`, rolls: "hand" }),
    });
    const { page, faults, context } = await openGamePage(world, `#${words}`);
    let searches = 0;
    const judged = new Promise((resolve) =>
      page.on("websocket", (socket) =>
        socket.on("framesent", ({ payload }) => {
          if (/ go movetime /.test(String(payload))) searches += 1;
          // The analysis goes on.
          else if (searches > 0 && / go infinite/.test(String(payload))) resolve(undefined);
        }),
      ),
    );
    await page.reload();
    await page.waitForSelector(".board[data-state]");
    await page.getByRole("button", { name: "Analysis" }).click();
    await page.getByRole("button", { name: "Judge every move" }).click();
    await judged;
    assert.equal(searches, played.length + 1, "every position is judged");
    const state = await boardState(page);
    await page.getByRole("button", { name: "Undo" }).click();
    const [ply, , side] = (await boardStateAfter(page, state)).split(" ");
    assert.deepEqual([ply, side], [String(played.length - 2), "p1"]);
    assert.deepEqual(faults, []);
    await context.close();
  });

  test(`${game}: positions are copied and pasted, wrong ones are answered`, async () => {
    const { fen } = await someMoves(game);
    // No dice come while the dialog is open: they would change the picture.
    const { page, context } = await openGamePage(world, `#game=${game}&rolls=hand`);
    const drawn = await picture(page);
    await page.getByRole("button", { name: "Position" }).click();
    const field = page.getByRole("textbox", { name: "Position" });
    await field.fill("certainly not a position");
    await page.getByRole("button", { name: "Set up" }).click();
    await page.waitForFunction(
      () => document.querySelector("dialog[open] .fault")?.textContent !== "",
    );
    const referee = new Referee();
    await referee.ask(`newgame ${game}`);
    const [refused = ""] = await referee.ask("position fen certainly not a position");
    referee.end();
    const said = await page.textContent("dialog[open] .fault");
    assert.equal(said, refused.replace(/^error \S+ /, ""));
    assert.equal(await picture(page), drawn);
    await field.fill(fen);
    await page.getByRole("button", { name: "Set up" }).click();
    await page.waitForSelector("dialog[open]", { state: "detached" });
    await page.waitForFunction(() => location.hash.includes("start="));
    await page.getByRole("button", { name: "Position" }).click();
    assert.equal(await field.inputValue(), fen);
    await context.close();
  });

  test(`${game}: each player is offered its own options and no other's`, async () => {
    const referee = new Referee();
    await referee.ask(`newgame ${game}`);
    const players = await referee.words("players");
    const help = await referee.ask("help setoption");
    referee.end();
    /** @type {[string, string[]][]} */
    const options = help.flatMap((line) => {
      const [, name = "", users] = /^help {2,}(\w+) \((.+?)\): /.exec(line) ?? [];
      return users && !name.endsWith("File") ? [[name, users.split(", ")]] : [];
    });
    const { page, context } = await openGamePage(world, `#game=${game}`);
    await page.getByRole("button", { name: "New game" }).click();
    const chair = page.locator("dialog[open] .chair").first();
    for (const player of players) {
      await chair.locator("select").first().selectOption(player);
      const offered = await chair.locator("details .field > span").allTextContents();
      const own = offered.filter((name) => options.some(([option]) => option === name));
      const expected = options.filter(([, users]) => users.includes(player)).map(([name]) => name);
      assert.deepEqual(own.sort(), expected.sort(), player);
    }
    await context.close();
  });

  test(`${game}: a search ends when it is no longer wanted`, async () => {
    const { hash, moves } = await someMoves(game);
    const players = "&p1=person&p2=person";
    const { page, faults, context } = await openGamePage(world, hash + players);
    await page.getByRole("button", { name: "Analysis" }).click();
    await page.waitForSelector(".analysis .line");
    const { score, chances } = await page.$eval('[role="meter"]', (bar) => ({
      score: bar.getAttribute("aria-valuetext") ?? "",
      chances: bar.getAttribute("aria-valuenow"),
    }));
    assert.match(score, /^[+−](M\d+|\d+\.\d\d)$/);
    assert.equal(chances, (await chancesOf(game, score)) ?? chances);
    // Analysis never ends by itself: what comes after it shows that it was stopped.
    await page.getByRole("button", { name: "One move back" }).click();
    await page.waitForFunction(
      (ply) => document.querySelector(".board")?.getAttribute("data-state")?.startsWith(`${ply} `),
      moves.length - 1,
    );
    await page.waitForSelector(".analysis .line");
    await page.getByRole("button", { name: "Analysis" }).click();
    await page.getByRole("button", { name: "Hint" }).click();
    await page.waitForSelector(".mark.hint");
    assert.deepEqual(faults, []);
    await context.close();
  });
}

test("an engine that thinks for a minute is stopped by undo", async () => {
  const [game = ""] = games;
  const { page, faults, context } = await openGamePage(
    world,
    `#game=${game}&p2=${(await playersOf(game)).at(1)};movetime=60000;level=`,
  );
  const before = await boardState(page);
  await page.locator(".picture .next").first().click();
  await says(page, "is thinking");
  await page.getByRole("button", { name: "Undo" }).click();
  await page.waitForFunction(
    (state) => document.querySelector(".board")?.getAttribute("data-state") === state,
    before,
  );
  assert.match((await page.textContent(".moves")) ?? "", /1\./, "the move is kept as a variation");
  assert.deepEqual(faults, []);
  await context.close();
});

test("two engines play a game to its end, and every move is judged", async () => {
  const [game = ""] = games;
  const [, player] = await playersOf(game);
  const side = `${player};movetime=20;level=3`;
  const { page, faults, context } = await openGamePage(world, `#game=${game}&p1=${side}&p2=${side}`);
  await says(page, "wins").catch(() => says(page, "draw"));
  await page.getByRole("button", { name: "Judge every move" }).click();
  await page.waitForSelector(".graph .curve");
  assert.deepEqual(faults, []);
  await context.close();
});

test("variations are kept, in the list and in the link", async () => {
  const [game = ""] = games;
  const { page, context } = await openGamePage(world, `#game=${game}`);
  const spots = page.locator(".picture .next");
  let state = await boardState(page);
  await spots.nth(0).click();
  state = await boardStateAfter(page, state);
  await page.getByRole("button", { name: "Undo" }).click();
  state = await boardStateAfter(page, state);
  await spots.nth(2).click();
  await boardStateAfter(page, state);
  await page.waitForFunction(() => location.hash.includes("("));
  assert.equal(await page.locator(".variation .move").count(), 1);
  await page.reload();
  await page.waitForSelector(".variation .move[aria-current]");
  await page.getByRole("button", { name: "Remove this move" }).click();
  await page.waitForSelector(".variation", { state: "detached" });
  await context.close();
});

test("a variation that repeats its first move is restored", async () => {
  const referee = new Referee();
  let tried = 0;
  for (const game of games) {
    await referee.ask(`newgame ${game}`);
    if ((await referee.ask("describe")).includes("describe dice yes")) continue;
    const [move = "", other = ""] = await referee.words("legal");
    await referee.ask(`move ${move}`);
    if (!(await referee.words("legal")).includes(move)) continue;
    await referee.ask(`move ${move}`);
    if (!(await referee.words("legal")).includes(other)) continue;
    tried += 1;
    const words = { game, p2: "person", moves: `${move} ${move} ${move} (${other})` };
    const at = `(${move} ${move} ${other})`;
    const hash = `#${new URLSearchParams({ ...words, at })}`;
    const { page, context } = await openGamePage(world, hash);
    assert.equal((await boardState(page)).split(" ")[0], "3");
    assert.equal(new URLSearchParams(page.url().split("#")[1]).get("at"), at);
    await context.close();
  }
  assert.ok(tried > 0);
  referee.end();
});

test("every move is explained in a list and on its spots, and shown on the board", async () => {
  for (const game of games) {
    const { hash } = await someMoves(game);
    const { page, context } = await openGamePage(world, hash);
    await page.getByRole("button", { name: "Every move explained" }).click();
    await page.waitForSelector(".opinion");
    await page.waitForSelector(".mark.value");
    await page.locator(".opinion").nth(1).hover();
    await page.waitForSelector(".preview:not([hidden]) svg");
    await page.mouse.move(1, 1);
    await page.waitForSelector(".preview", { state: "hidden" });
    await context.close();
  }
});

test("moves are explained by the players of the variant", async () => {
  const referee = new Referee();
  for (const game of games) {
    await referee.ask(`newgame ${game}`);
    const all = await referee.words("players");
    for (const variant of testedVariants(game)) {
      await referee.ask(`newgame ${game} ${variant}`);
      const players = await referee.words("players");
      if (players.length === all.length) continue;
      const { page, context } = await openGamePage(world, `#game=${game}`);
      const choice = page.getByRole("combobox", { name: "Explained by" });
      await page.getByRole("button", { name: "Every move explained" }).click();
      await page.waitForSelector(".opinion");
      assert.deepEqual(await choice.locator("option").allTextContents(), all);
      for (const player of all.filter((name) => !players.includes(name))) {
        await choice.selectOption(player);
      }
      await page.goto(`${world.address}#game=${game} ${variant}`);
      await page.waitForFunction(() => location.hash.includes("p1="));
      await page.waitForSelector(".opinion");
      assert.deepEqual(await choice.locator("option").allTextContents(), players);
      assert.equal(await page.locator(".toast:not([hidden])").count(), 0);
      await context.close();
    }
  }
  referee.end();
});

test("the opponent plays on after an explanation that is refused", async () => {
  const [game = ""] = games;
  const hash = `#game=${game}&p2=${(await playersOf(game)).at(1)};movetime=50`;
  const { page, context } = await openGamePage(world, hash);
  await page.getByRole("button", { name: "Every move explained" }).click();
  const choice = page.getByRole("combobox", { name: "Explained by" });
  await choice.evaluate((list) => list.append(new Option("nobody", "nobody")));
  await choice.selectOption("nobody");
  await page.waitForSelector(".toast:not([hidden])");
  await page.locator(".picture .next").first().click();
  await page.waitForFunction(() =>
    document.querySelector(".board")?.getAttribute("data-state")?.startsWith("2 "),
  );
  await context.close();
});

test("dice are set by hand where a game has them", async () => {
  const referee = new Referee();
  for (const game of games) {
    await referee.ask(`newgame ${game}`);
    if (!(await referee.ask("describe")).includes("describe dice yes")) continue;
    const { page, context } = await openGamePage(world, `#game=${game}&rolls=hand`);
    await page.getByRole("button", { name: "First die: 6" }).click();
    await page.getByRole("button", { name: "Second die: 1" }).click();
    await says(page, "6 and 1");
    assert.equal(stateOf(page).dice, "6 1");
    await context.close();
  }
  referee.end();
});

test("lines can be typed", async () => {
  const [game = "", other = ""] = games;
  const { page, context } = await openGamePage(world, `#game=${game}`);
  await page.getByRole("button", { name: "Lines of the engine" }).click();
  const line = page.getByRole("textbox", { name: "A line to the engine" });
  await line.fill("nonsense");
  await line.press("Enter");
  const log = page.getByRole("log");
  await log.getByText("error unknown-command").waitFor();
  await line.fill(`newgame ${other}`);
  await line.press("Enter");
  await page.waitForFunction((name) => location.hash.includes(`game=${name}`), other);
  // An engine that was ended is started again when it is needed.
  await line.fill("quit");
  await line.press("Enter");
  const before = await boardState(page);
  await page.locator(".picture .next").first().click();
  await boardStateAfter(page, before);
  await line.fill("go movetime 50");
  await line.press("Enter");
  await page.waitForFunction(() =>
    / << bestmove /.test(document.querySelector(".console pre")?.textContent ?? ""),
  );
  await context.close();
});

test("the engine thinks on after a typed line that is refused", async () => {
  const [game = ""] = games;
  const hash = `#game=${game}&p1=${(await playersOf(game)).at(1)};movetime=2000`;
  for (const typed of ["position fen nonsense", "newgame nonsense"]) {
    const { page, context } = await openGamePage(world, hash);
    await says(page, "is thinking");
    await page.getByRole("button", { name: "Lines of the engine" }).click();
    const line = page.getByRole("textbox", { name: "A line to the engine" });
    await line.fill(typed);
    await line.press("Enter");
    await page.getByRole("log").getByText(/<< @\d+ error /).waitFor();
    await page.waitForFunction(() =>
      document.querySelector(".board")?.getAttribute("data-state")?.startsWith("1 "),
    );
    await context.close();
  }
});

test("a move of two clicks is dragged", async () => {
  for (const game of games) {
    const { page, context } = await openGamePage(world, `#game=${game}`);
    await page.waitForSelector(".picture .next");
    const handle = page.locator(".picture .drag").first();
    if ((await handle.count()) === 0) {
      await context.close();
      continue;
    }
    const before = await boardState(page);
    await handle.hover();
    await page.mouse.down();
    await page.mouse.move(300, 300, { steps: 4 });
    const state = await boardStateAfter(page, before);
    assert.equal(state.split(" ")[1], "1");
    const target = page.locator(".picture .next").last();
    await target.hover({ force: true });
    await page.mouse.up();
    const after = await boardStateAfter(page, state);
    assert.notEqual(after, before);
    await context.close();
  }
});

test("a link that cannot be read is answered, and a game begins", async () => {
  const [game = ""] = games;
  const { page, context } = await openGamePage(world, `#game=${game}&start=fen nonsense`);
  await page.waitForSelector(".toast:not([hidden])");
  assert.ok((await page.locator(".picture .next").count()) > 0);
  const other = await openGamePage(world, `#game=${game}&moves=nonsense`);
  await other.page.waitForSelector(".toast:not([hidden])");
  await context.close();
  await other.context.close();
});
