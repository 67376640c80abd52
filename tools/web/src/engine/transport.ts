/** What comes back from an engine. */
export interface Listener {
  line(line: string): void;
  /** The way to the engine is gone, and with it the engine. */
  closed(reason: string): void;
}

/** A way to one engine: lines there, lines back. */
export interface Transport {
  /** Sends one line; kept until the way is open. */
  send(line: string): void;
  close(): void;
  /** Whether `stop` reaches the engine while it searches. */
  readonly answersInMidSearch: boolean;
}

/** Opens a way to a new engine. */
export type Connect = (listener: Listener) => Transport;
