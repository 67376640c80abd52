// Nodes for each second of processor time, in Chromium and natively: `node measure_speed.js [rounds]`.
//
// The time of the processor is counted, since a busy machine gives each process another share of it.
// Linux only.

import { readFileSync, readdirSync } from "node:fs";

import { Browser } from "./tests/chromium_and_servers.js";
import { askNative } from "./tests/support.js";

const GAMES = askNative("games\n")[0].split(" ").slice(1);
const SERVERS = { shared: "isolated", suspended: "plain" };
/** Runs of `bench` before those that are measured: they make tables, and the browser compiles. */
const UNMEASURED = 8;
const MEASURED = 8;
const TICKS_PER_SECOND = 100;

/** The numbers of `/proc/<process>/stat` after the name, as proc(5) counts them from 4 on. */
function stat(process) {
  const text = readFileSync(`/proc/${process}/stat`, "utf8");
  const numbers = text.slice(text.lastIndexOf(")") + 4).split(" ").map(Number);
  return (field) => numbers[field - 4];
}

/** Seconds that a process and all that it has started have had so far. */
function secondsOfTree(root) {
  const found = new Map();
  for (const name of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      found.set(Number(name), stat(name));
    } catch {
      // It has just ended.
    }
  }
  const isBelow = (process) =>
    process === root || (found.has(process) && isBelow(found.get(process)(4)));
  const own = [...found].filter(([process]) => isBelow(process));
  return own.reduce((sum, [, of]) => sum + of(14) + of(15), 0) / TICKS_PER_SECOND;
}

/** Seconds that the processes have had which this one has started and which have ended. */
function secondsOfEnded() {
  const of = stat("self");
  return (of(16) + of(17)) / TICKS_PER_SECOND;
}

/** What a game needs in seconds for all measured runs, natively. */
function native(game) {
  const seconds = (runs) => {
    const before = secondsOfEnded();
    askNative(`bench ${game}\n`.repeat(runs));
    return secondsOfEnded() - before;
  };
  return seconds(UNMEASURED + MEASURED) - seconds(UNMEASURED);
}

/** The same in a page. */
async function inPage(browser, server, game) {
  const page = await browser.open(server);
  const ask = (runs) =>
    page.evaluate(([lines]) => globalThis.ask(lines, "fen "), [
      [...Array(runs).fill(`bench ${game}`), "fen"],
    ]);
  await ask(UNMEASURED);
  const before = secondsOfTree(browser.process);
  await ask(MEASURED);
  const seconds = secondsOfTree(browser.process) - before;
  await page.close();
  return seconds;
}

const rounds = Number(process.argv[2] ?? 3);
const browser = await Browser.launch();
const seconds = {};
for (let round = 0; round < rounds; round += 1) {
  for (const game of GAMES) {
    const of = (seconds[game] ??= { native: [], shared: [], suspended: [] });
    of.native.push(native(game));
    for (const [mode, server] of Object.entries(SERVERS)) {
      of[mode].push(await inPage(browser, server, game));
    }
  }
}
await browser.close();

const median = (numbers) => numbers.sort((a, b) => a - b)[numbers.length >> 1];
console.log("| game | native | page `shared` | | page `suspended` | |\n|---|---|---|---|---|---|");
for (const game of GAMES) {
  const nodes = MEASURED * Number(askNative(`bench ${game}\n`)[0].split(" ")[2]);
  const speed = (mode) => nodes / median(seconds[game][mode]);
  const shown = (mode) => Math.round(speed(mode) / 1000).toLocaleString("en");
  const share = (mode) => `${shown(mode)} k | ${(speed(mode) / speed("native")).toFixed(2)}`;
  console.log(`| ${game} | ${shown("native")} k | ${share("shared")} | ${share("suspended")} |`);
}
