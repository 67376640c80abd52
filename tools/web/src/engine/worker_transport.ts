import type { Connect } from "./transport";

/** The engine as WebAssembly in a Web Worker, see engine/README.md. */
export const connectToWorker: Connect = (listener) => {
  const waiting: string[] = [];
  let engine: import("../../engine/engine.js").Engine | undefined;
  let closed = false;
  const end = (reason: string): void => {
    if (!closed) listener.closed(reason);
    closed = true;
  };
  import("../../engine/engine.js").then(
    ({ Engine }) => {
      if (closed) return;
      engine = new Engine({ wasm: "engine/parlour.wasm" });
      engine.onmessage = ({ data }) => listener.line(data);
      engine.onerror = ({ message }) => end(message);
      engine.onclose = () => end("the engine has ended");
      for (const line of waiting.splice(0)) engine.postMessage(line);
    },
    (fault: unknown) => end(String(fault)),
  );
  return {
    send(line) {
      if (engine) engine.postMessage(line);
      else waiting.push(line);
    },
    get answersInMidSearch() {
      return engine?.answersInMidSearch ?? true;
    },
    close() {
      closed = true;
      engine?.terminate();
    },
  };
};
