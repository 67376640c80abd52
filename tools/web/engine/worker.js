// The engine in a Web Worker. Its page talks to it by `engine.js`.
// @ts-check

import { MessageStream, SharedStream } from "./byte_streams.js";
import { instantiate } from "./wasm_module.js";

/**
 * @typedef {object} Start The first message.
 * @property {string} wasm where the module is
 * @property {import("./wasm_module.js").Mode} mode
 * @property {SharedArrayBuffer} [shared] the memory of the mode `shared`
 */

/** @param {string} url */
async function compile(url) {
  const response = await fetch(url);
  if (!response.ok) {
    throw new Error(`${url}: ${response.status} ${response.statusText}`);
  }
  const isNamed = response.headers.get("Content-Type") === "application/wasm";
  return isNamed
    ? WebAssembly.compileStreaming(response)
    : WebAssembly.compile(await response.arrayBuffer());
}

/** @param {Start} start */
async function serve({ wasm, mode, shared }) {
  const encoder = new TextEncoder();
  const messages = new MessageStream();
  const inbox = shared ? new SharedStream(shared) : messages;
  /** @type {null | (() => Promise<boolean>)} */
  let carryOut = null;
  let isWorking = false;
  /** @param {unknown} error */
  const fail = (error) => postMessage({ fault: String(error) });
  const work = async () => {
    if (carryOut === null || isWorking) {
      return;
    }
    isWorking = true;
    try {
      if (!(await carryOut())) {
        postMessage({ over: true });
        close();
      }
      isWorking = false;
    } catch (error) {
      // The engine is in no state to go on.
      fail(error);
    }
  };
  // In the mode `shared`, a message only says that there is something to read.
  onmessage = ({ data }) => {
    if (data !== null) {
      messages.write(encoder.encode(`${data}\n`));
    }
    return work();
  };
  try {
    /** @param {string} line */
    const answer = (line) => postMessage(line);
    carryOut = await instantiate(await compile(wasm), { mode, inbox, answer, fault: fail });
    await work();
  } catch (error) {
    fail(error);
  }
}

onmessage = ({ data }) => serve(data);
