// The stream in shared memory, between two threads.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Worker } from "node:worker_threads";

import { SharedStream } from "../byte_streams.js";

const WAITING_SIDE = `
  const { parentPort, workerData } = require("node:worker_threads");
  import(workerData.streams).then(({ SharedStream }) => {
    const stream = new SharedStream(workerData.shared);
    parentPort.postMessage("begun");
    stream.wait();
    parentPort.postMessage(stream.length);
  });
`;

test("a notification without bytes ends no wait", async () => {
  const stream = new SharedStream();
  const streams = new URL("../byte_streams.js", import.meta.url).href;
  const workerData = { streams, shared: stream.buffer };
  const worker = new Worker(WAITING_SIDE, { eval: true, workerData });
  const messages = [];
  const over = new Promise((resolve, reject) => {
    worker.on("error", reject);
    worker.on("exit", resolve);
    worker.on("message", async (message) => {
      messages.push(message);
      if (message !== "begun") {
        return;
      }
      // The first bytes come only when the other side has been woken, and waits again.
      const counts = new Int32Array(stream.buffer, 0, 2);
      while (Atomics.notify(counts, 0) === 0) {
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
      stream.write(new Uint8Array([10, 10, 10]));
    });
  });
  await over;
  assert.deepEqual(messages, ["begun", 3]);
});
