// What the tests share: the module, dialogues with it and with the native engine, transcripts.

import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { MessageStream } from "../byte_streams.js";
import { instantiate } from "../wasm_module.js";

/** The folder of the repository. */
export const ROOT = join(dirname(fileURLToPath(import.meta.url)), "../../../..");
/** The built module, and the native engine that it is compared with. */
export const WASM = process.env.PARLOUR_WASM ?? join(ROOT, "tools/web/public/engine/parlour.wasm");
export const NATIVE = process.env.PARLOUR ?? join(ROOT, "target/release/parlour");

const encoder = new TextEncoder();

/** The compiled module. */
export const compiled = () => WebAssembly.compile(readFileSync(WASM));

/** A dialogue in this thread, in which no line comes in mid-search: text in, lines out. */
export async function startSession(module) {
  const inbox = new MessageStream();
  let lines = [];
  const fault = (text) => {
    throw new Error(text);
  };
  const answer = (line) => lines.push(line);
  const carryOut = await instantiate(module, { mode: "between", inbox, answer, fault });
  return async (text) => {
    lines = [];
    inbox.write(encoder.encode(text));
    await carryOut();
    return lines;
  };
}

/** What the native engine writes to these lines. */
export function askNative(input) {
  const run = spawnSync(NATIVE, { input, encoding: "utf8", maxBuffer: 1 << 26 });
  if (run.error || run.status !== 0) {
    throw run.error ?? new Error(run.stderr);
  }
  return run.stdout.split("\n").slice(0, -1);
}

/** The lines without what depends on the time that it took and on the memory of the machine. */
export function withoutTimes(lines) {
  const times = /\b(time|time_ms|nps|n\/ms|tm) \d+/g;
  const speed = /^(bench \S+ \d+) \d+$/;
  const most = /^(option name (?:Hash|hash_mb) .* max) \d+$/;
  const same = (line) => line.replace(times, "$1 0").replace(speed, "$1 0").replace(most, "$1 0");
  return lines.map(same);
}

/** The lines with a seed in front, where the first line does not choose another protocol. */
function withSeed(input) {
  return /^(START|RECTSTART|ABOUT|INFO|ubgi)/.test(input)
    ? input
    : `setoption name Seed value 1\n${input}`;
}

/** An option that names a file. */
const FILE = /File value [^<]/;
/** The opening of Swap2, which is drawn by chance, and the other protocol has no word for a seed. */
const CHANCE = /^SWAP2BOARD\nDONE/m;

/** The written dialogues without arguments of the program, files and chance: name and input. */
export function transcripts() {
  const folder = join(ROOT, "tests/sessions");
  const found = [];
  for (const file of readdirSync(folder).sort()) {
    let script = null;
    readFileSync(join(folder, file), "utf8").split("\n").forEach((line, at) => {
      const command = line.match(/^\$ (.*)/);
      if (command || (script === null && !line.startsWith("#"))) {
        script = { name: `${file}:${at + 1}`, args: command?.[1] ?? "parlour", input: "" };
        found.push(script);
      }
      if (script && line.startsWith(">")) {
        script.input += `${line.replace(/^> ?/, "")}\n`;
      }
    });
  }
  const isHeld = ({ args, input }) =>
    /^parlour( --strict)?$/.test(args) && input !== "" && !FILE.test(input) && !CHANCE.test(input);
  return found.filter(isHeld).map(({ name, input }) => ({ name, input: withSeed(input) }));
}
