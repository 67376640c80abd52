// The engine in a thread of Node, with memory that it shares with the test.

import { parentPort, workerData } from "node:worker_threads";

import { SharedStream } from "../byte_streams.js";
import { instantiate } from "../wasm_module.js";

const carryOut = await instantiate(workerData.module, {
  mode: "shared",
  inbox: new SharedStream(workerData.shared),
  answer: (line) => parentPort.postMessage(line),
  fault: (text) => parentPort.postMessage(`fault ${text}`),
});
parentPort.on("message", async () => {
  if (!(await carryOut())) {
    parentPort.postMessage(null);
    parentPort.close();
  }
});
