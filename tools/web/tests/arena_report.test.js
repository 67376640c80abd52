/** The arena's report, which shows boards of the engine as well: its script in a browser. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { chromium } from "playwright-core";
import { CHROMIUM, ENGINE, gameNames, Referee, ROOT, TOOLS_PYTHON } from "./support.js";

const folder = mkdtempSync(join(tmpdir(), "report-"));
/** @type {import("playwright-core").Browser} */
let browser;
before(async () => {
  browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
});
after(async () => {
  await browser.close();
  rmSync(folder, { recursive: true });
});

/** Plays two games; the address of their report.
 * @param {string} game */
function reportOf(game) {
  const files = ["--log", join(folder, `${game}.jsonl`), "--report", join(folder, game)];
  const engine = ["--engine", ENGINE, "depth=1"];
  const words = [`${ROOT}tools/arena.py`, "--game", game, "--games", "2", "--judge", ENGINE];
  const call = [...words, ...engine, "name=a", ...engine, "name=b", ...files];
  const { status, stderr } = spawnSync(TOOLS_PYTHON, call, { encoding: "utf8" });
  assert.equal(status, 0, stderr);
  return `file://${join(folder, game, "index.html")}`;
}

for (const game of await gameNames()) {
  test(`${game}: the page shows the engine's picture of each position`, async () => {
    const page = await browser.newPage();
    /** @type {string[]} */
    const faults = [];
    page.on("pageerror", (fault) => faults.push(fault.message));
    page.on("console", (said) => faults.push(said.text()));
    await page.goto(`${reportOf(game)}#game=2&ply=3`);
    const data = JSON.parse((await page.textContent("#data")) ?? "");
    /** @type {{ start: string, moves: string[] }} */
    const { start, moves } = data.games[1];
    const [opening] = start.split(" moves ");
    const referee = new Referee();
    await referee.ask(`newgame ${game}`);
    for (const [button, plies] of /** @type {[string, number][]} */ ([
      ["#on", 4],
      ["#to-end", moves.length],
      ["#to-start", 0],
    ])) {
      await page.click(button);
      await referee.ask(`position ${opening} moves ${moves.slice(0, plies).join(" ")}`);
      const drawn = (await referee.ask("svg")).slice(0, -1).map((line) => line.slice("svg ".length));
      await page.waitForFunction(
        (text) => {
          const picture = new DOMParser().parseFromString(text, "image/svg+xml");
          return document.querySelector("#board svg")?.isEqualNode(picture.documentElement);
        },
        drawn.join(""),
      );
    }
    referee.end();
    assert.deepEqual(faults, []);
    await page.close();
  });
}
