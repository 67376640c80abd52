// Nodes a second in Chromium and natively, on one thread: `node speed.js [rounds]`.

import { Browser } from "./tests/page.js";
import { askNative } from "./tests/support.js";

const rounds = Number(process.argv[2] ?? 5);
const SERVERS = { shared: "isolated", suspended: "plain" };
// The first time makes tables, and lets the browser compile.
const LINES = ["bench", "bench"];

/** Nodes a second by game, of the second `bench`. */
function speeds(lines) {
  const found = lines.filter((line) => line.startsWith("bench ")).map((line) => line.split(" "));
  return Object.fromEntries(found.map(([, game, , speed]) => [game, Number(speed)]));
}

const measured = { native: [], shared: [], suspended: [] };
const browser = await Browser.launch();
for (let round = 0; round < rounds; round += 1) {
  measured.native.push(speeds(askNative(`${LINES.join("\n")}\n`)));
  for (const [mode, server] of Object.entries(SERVERS)) {
    const lines = [...LINES, "fen"];
    measured[mode].push(speeds(await browser.call(server, "ask", lines, "fen ")));
  }
}
await browser.close();

const median = (numbers) => numbers.sort((a, b) => a - b)[numbers.length >> 1];
console.log("| game | native | isolated page | | other page | |\n|---|---|---|---|---|---|");
for (const game of Object.keys(measured.native[0])) {
  const of = (mode) => median(measured[mode].map((speed) => speed[game]));
  const cells = Object.keys(SERVERS).map((mode) => `${of(mode)} | ${(of(mode) / of("native")).toFixed(2)}`);
  console.log(`| ${game} | ${of("native")} | ${cells.join(" | ")} |`);
}
