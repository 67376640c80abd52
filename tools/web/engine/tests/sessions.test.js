// The session in WebAssembly says the same as the native engine, line by line.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";

import { ROOT, askNative, compiled, startSession, transcripts, withoutTimes } from "./support.js";

let module;
before(async () => {
  module = await compiled();
});

const ask = async (input) => (await startSession(module))(input);

for (const { name, input } of transcripts()) {
  test(`${name} comes out as it does natively`, async () => {
    assert.deepEqual(withoutTimes(await ask(input)), withoutTimes(askNative(input)));
  });
}

test("bench counts the nodes that are written down", async () => {
  const lines = (await ask("bench\n")).filter((line) => !line.startsWith("bench all "));
  assert.ok(lines.length > 0);
  for (const line of lines) {
    const [, game, nodes] = line.split(" ");
    const known = readFileSync(join(ROOT, "src/games", game, "bench_signature.txt"), "utf8");
    assert.equal(nodes, known.trim(), game);
  }
});
