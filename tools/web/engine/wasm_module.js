// The WebAssembly module: its imports, and its exports as a function that takes in what has come.
// @ts-check

/** How often a search that is suspended looks for messages, in milliseconds. */
const PAUSE_INTERVAL = 20;

/**
 * How lines that come in while the engine searches reach it:
 * - `shared`: the search looks into memory that page and worker share;
 * - `suspended`: the search is suspended now and then (JavaScript Promise Integration);
 * - `between`: they wait until the search ends, and a search without limits ends at once.
 * @typedef {"shared" | "suspended" | "between"} Mode
 */

/**
 * @typedef {object} Host
 * @property {Mode} mode
 * @property {{length: number, take(to: Uint8Array): void, wait?(): void}} inbox
 * @property {(line: string) => void} answer takes one line of an answer
 * @property {(text: string) => void} fault takes the reason why the engine cannot go on
 */

/** Ends with the next task of the event loop. */
function nextTask() {
  const { port1, port2 } = new MessageChannel();
  return /** @type {Promise<void>} */ (
    new Promise((resolve) => {
      port1.onmessage = () => {
        port1.close();
        resolve();
      };
      port2.postMessage(null);
    })
  );
}

/**
 * Makes an engine; the result executes all lines in the inbox, and returns whether it goes on.
 * @param {WebAssembly.Module} module
 * @param {Host} host
 * @returns {Promise<() => Promise<boolean>>}
 */
export async function instantiate(module, { mode, inbox, answer, fault }) {
  const decoder = new TextDecoder();
  /** @type {any} */
  let exports = null;
  let promised = 0;
  let lastPause = performance.now();
  /** @type {(from: number, length: number) => string} */
  const text = (from, length) => decoder.decode(new Uint8Array(exports.memory.buffer, from, length));
  const pause = async () => {
    await nextTask();
    lastPause = performance.now();
  };
  const waitSuspended = async () => {
    while (inbox.length === 0) {
      await new Promise((resolve) => setTimeout(resolve, PAUSE_INTERVAL));
    }
  };
  const { Suspending, promising } = /** @type {any} */ (WebAssembly);
  const isSuspended = mode === "suspended";
  const parlour = {
    now: () => performance.now(),
    random: () => {
      const bytes = crypto.getRandomValues(new Uint8Array(8));
      return new DataView(bytes.buffer).getBigUint64(0);
    },
    /** @type {(from: number, length: number) => void} */
    write: (from, length) => {
      const lines = text(from, length).split("\n");
      lines.pop();
      lines.forEach(answer);
    },
    /** @type {(from: number, length: number) => void} */
    fault: (from, length) => fault(text(from, length)),
    wants_pause: isSuspended ? () => +(performance.now() - lastPause >= PAUSE_INTERVAL) : () => 0,
    pause: isSuspended ? new Suspending(pause) : () => {},
    wait: isSuspended ? new Suspending(waitSuspended) : () => inbox.wait?.(),
    waiting: () => (promised = inbox.length),
    /** @type {(to: number) => void} */
    take: (to) => inbox.take(new Uint8Array(exports.memory.buffer, to, promised)),
  };
  ({ exports } = await WebAssembly.instantiate(module, { parlour }));
  exports.start(mode === "between" ? 0 : 1);
  const feed = isSuspended ? promising(exports.feed) : exports.feed;
  return async () => {
    while (inbox.length > 0) {
      const length = inbox.length;
      const to = exports.buffer(length);
      inbox.take(new Uint8Array(exports.memory.buffer, to, length));
      lastPause = performance.now();
      if (!(await feed())) {
        return false;
      }
    }
    return true;
  };
}
