/** What the tests share: the server, the browser, and an engine that knows the rules. */
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createInterface } from "node:readline";
import { after, before } from "node:test";
import { chromium } from "playwright-core";

export const ROOT = new URL("../../../", import.meta.url).pathname;
export const ENGINE = process.env.PARLOUR ?? `${ROOT}target/release/parlour`;
export const PYTHON = process.env.PYTHON ?? "python3";
/** A Python with the libraries of the tools. */
export const TOOLS_PYTHON = process.env.PYTHON ?? `${ROOT}target/tools/bin/python`;
export const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";

/** @type {Set<Referee>} */
const referees = new Set();
after(() => {
  for (const referee of referees) referee.end();
});

/** An engine beside the page, for what a test must know of a game. */
export class Referee {
  /** @type {((lines: string[]) => void)[]} */
  #waiting = [];
  /** @type {string[]} */
  #lines = [];
  #engine = spawn(ENGINE, [], { stdio: ["pipe", "pipe", "inherit"] });

  constructor() {
    referees.add(this);
    createInterface(this.#engine.stdout).on("line", (line) => {
      if (line.startsWith("@end ")) this.#waiting.shift()?.(this.#lines.splice(0));
      else this.#lines.push(line.replace(/^@line /, ""));
    });
  }

  /** The answer to a line, which ends before the next line is answered.
   * @param {string} line
   * @returns {Promise<string[]>} */
  ask(line) {
    const answer = new Promise((resolve) => this.#waiting.push(resolve));
    this.#engine.stdin.write(`@line ${line}\n@end query seed\n`);
    return answer;
  }

  /** The words of the final line after its first.
   * @param {string} line */
  async words(line) {
    return ((await this.ask(line)).at(-1) ?? "").split(" ").slice(1);
  }

  end() {
    referees.delete(this);
    this.#engine.kill();
  }
}

/** @returns {Promise<string[]>} the names of all games */
export async function gameNames() {
  const referee = new Referee();
  const names = await referee.words("games");
  referee.end();
  return names;
}

/** @param {string} game
 * @returns {Promise<string[]>} the names of its players, the default first */
export async function playersOf(game) {
  const referee = new Referee();
  await referee.ask(`newgame ${game}`);
  const names = await referee.words("players");
  referee.end();
  return names;
}

/** The words of variants after a game's name, from its folder.
 * @param {string} game */
export function testedVariants(game) {
  const file = `${ROOT}src/games/${game}/tested_variants.txt`;
  if (!existsSync(file)) return [];
  return readFileSync(file, "utf-8")
    .split("\n")
    .filter((line) => line && !line.startsWith("#"));
}

/** The address of a server of the page, and a browser, for the tests of a file.
 * @param {string} engine */
export function startPageServer(engine = ENGINE) {
  /** @type {{ address: string, browser: import("playwright-core").Browser }} */
  const world = { address: "", browser: /** @type {never} */ (undefined) };
  /** @type {import("node:child_process").ChildProcess} */
  let server;
  before(async () => {
    const serve = `${ROOT}tools/web/serve.py`;
    server = spawn(PYTHON, [serve, "--engine", engine, "--port", "0", "--no-browser"], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    world.address = await new Promise((resolve, reject) => {
      server.once("exit", (status) => reject(new Error(`the server has ended with ${status}`)));
      server.stdout?.on("data", (data) => {
        const [, address] = /serving (\S+)/.exec(String(data)) ?? [];
        if (address) resolve(address);
      });
    });
    world.browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
  });
  after(async () => {
    await world.browser?.close();
    server?.kill("SIGINT");
  });
  return world;
}

const DIST = new URL("../dist", import.meta.url).pathname;
const TYPES = /** @type {Record<string, string>} */ ({
  html: "text/html",
  js: "text/javascript",
  css: "text/css",
  svg: "image/svg+xml",
  wasm: "application/wasm",
});

/** The address of the built page as a folder of static files, and a browser, for the tests of a file. */
export function openStatic() {
  /** @type {{ address: string, browser: import("playwright-core").Browser }} */
  const world = { address: "", browser: /** @type {never} */ (undefined) };
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
    await world.browser?.close();
    server.close();
    server.closeAllConnections();
  });
  return world;
}

/** A page with a game; it fails on errors of the page.
 * @param {{ address: string, browser: import("playwright-core").Browser }} world
 * @param {string} hash
 * @param {import("playwright-core").BrowserContextOptions} options */
export async function openGamePage(world, hash = "", options = {}) {
  const context = await world.browser.newContext({ reducedMotion: "reduce", ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  /** @type {string[]} */
  const faults = [];
  page.on("pageerror", (fault) => faults.push(fault.message));
  page.on("console", (said) => {
    if (said.type() === "error") faults.push(said.text());
  });
  await page.goto(world.address + hash);
  await page.waitForSelector(".board[data-state]");
  return { page, faults, context };
}

/** What the address says of the game.
 * @param {import("playwright-core").Page} page */
export function stateOf(page) {
  const words = new URLSearchParams(new URL(page.url()).hash.slice(1));
  return {
    game: words.get("game") ?? "",
    start: words.get("start") ?? "startpos",
    moves: words.get("moves") ?? "",
    dice: words.get("dice") ?? "",
  };
}

/** What the board shows: plies, clicks, whose turn, what is due.
 * @param {import("playwright-core").Page} page
 * @returns {Promise<string>} */
export const boardState = (page) => page.$eval(".board", (board) => board.dataset.state ?? "");

/** Waits until the board shows something else.
 * @param {import("playwright-core").Page} page
 * @param {string} before */
export async function boardStateAfter(page, before) {
  await page.waitForFunction(
    (old) => document.querySelector(".board")?.getAttribute("data-state") !== old,
    before,
    { polling: 10 },
  );
  return boardState(page);
}

/** Waits until the status says these words.
 * @param {import("playwright-core").Page} page
 * @param {string} words */
export const says = (page, words) =>
  page.waitForFunction(
    (text) => document.querySelector(".status")?.textContent?.includes(text),
    words,
  );
