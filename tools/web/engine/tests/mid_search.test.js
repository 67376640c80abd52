// Lines that come in while the engine searches in a thread of Node, by shared memory.

import { after, before, test } from "node:test";
import { Worker } from "node:worker_threads";

import { SharedStream } from "../byte_streams.js";
import { Driver, always, inMidSearch } from "./scenarios.js";
import { compiled } from "./support.js";

let module;
const workers = [];
before(async () => {
  module = await compiled();
});
after(() => Promise.all(workers.map((worker) => worker.terminate())));

/** A driver of a session in a thread of its own. */
function start() {
  const stream = new SharedStream();
  const workerData = { module, shared: stream.buffer };
  const worker = new Worker(new URL("node_worker.js", import.meta.url), { workerData });
  workers.push(worker);
  const engine = {
    unwritten: new Uint8Array(),
    postMessage(line) {
      this.unwritten = Buffer.concat([this.unwritten, Buffer.from(`${line}\n`)]);
      this.write();
    },
    write() {
      this.unwritten = this.unwritten.subarray(stream.write(this.unwritten));
      worker.postMessage(null);
      if (this.unwritten.length > 0) {
        setTimeout(() => this.write(), 1);
      }
    },
  };
  worker.on("message", (line) => (line === null ? engine.onclose() : engine.onmessage({ data: line })));
  worker.on("error", (error) => engine.onerror(error));
  return new Driver(engine);
}

for (const [name, scenario] of Object.entries({ ...always, ...inMidSearch })) {
  test(name, () => scenario(start(), start()));
}
