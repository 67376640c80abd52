// The engine in a Web Worker, from the page's side: lines in, lines out.
// @ts-check

import { SharedStream } from "./byte_streams.js";

/** How long to wait before more is written to shared memory that was full, in milliseconds. */
const RETRY = 10;

/**
 * The best mode that this page allows.
 * @returns {import("./wasm_module.js").Mode}
 */
export function bestMode() {
  if (globalThis.crossOriginIsolated) {
    return "shared";
  }
  return "Suspending" in WebAssembly && "promising" in WebAssembly ? "suspended" : "between";
}

/** An engine of its own for each object: a session from its first line to `quit`. */
export class Engine {
  /** Takes each line of an answer. @type {null | ((event: {data: string}) => void)} */
  onmessage = null;
  /** Takes the reason why the engine has ended. @type {null | ((event: {message: string}) => void)} */
  onerror = null;
  /** Is called after the last answer to `quit`. @type {null | (() => void)} */
  onclose = null;

  #worker;
  /** @type {null | SharedStream} */
  #stream = null;
  /** @type {Uint8Array[]} */
  #unwritten = [];
  #encoder = new TextEncoder();

  /**
   * @param {object} options
   * @param {string | URL} options.wasm where `parlour.wasm` is, relative to the document
   * @param {import("./wasm_module.js").Mode} [options.mode] how lines reach a search, see `wasm_module.js`
   */
  constructor({ wasm, mode = bestMode() }) {
    /** How lines that are sent in mid-search reach the engine. */
    this.mode = mode;
    this.#worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    this.#worker.onmessage = ({ data }) => this.#receive(data);
    this.#worker.onerror = (event) => this.#fail(event.message ?? "the worker cannot be started");
    if (mode === "shared") {
      this.#stream = new SharedStream();
    }
    const url = new URL(wasm, document.baseURI).href;
    this.#worker.postMessage({ wasm: url, mode, shared: this.#stream?.buffer });
  }

  /** Whether `stop` and `isready` are answered while the engine searches. */
  get answersInMidSearch() {
    return this.mode !== "between";
  }

  /** Sends one line, without its ending. @param {string} line */
  postMessage(line) {
    if (this.#stream === null) {
      this.#worker.postMessage(line);
      return;
    }
    this.#unwritten.push(this.#encoder.encode(`${line}\n`));
    if (this.#unwritten.length === 1) {
      this.#write(this.#stream);
    }
  }

  /** Ends the engine at once, without an answer. */
  terminate() {
    this.#unwritten = [];
    this.#worker.terminate();
  }

  /** Writes what there is room for; the rest a little later. @param {SharedStream} stream */
  #write(stream) {
    for (let bytes; (bytes = this.#unwritten.shift()) !== undefined; ) {
      const count = stream.write(bytes);
      if (count < bytes.length) {
        this.#unwritten.unshift(bytes.subarray(count));
        setTimeout(() => this.#write(stream), RETRY);
        break;
      }
    }
    this.#worker.postMessage(null);
  }

  /** @param {string | {fault: string} | {over: true}} message */
  #receive(message) {
    if (typeof message === "string") {
      this.onmessage?.({ data: message });
    } else if ("fault" in message) {
      this.#fail(message.fault);
    } else {
      this.terminate();
      this.onclose?.();
    }
  }

  /** @param {string} message */
  #fail(message) {
    this.terminate();
    this.onerror?.({ message });
  }
}
