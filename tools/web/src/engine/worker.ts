import type { Connect } from "./transport";

/** An engine as WebAssembly in a Web Worker. */
export const worker: Connect = (listener) => {
  queueMicrotask(() => listener.closed("this page has no engine of its own"));
  return { send: () => undefined, close: () => undefined };
};
