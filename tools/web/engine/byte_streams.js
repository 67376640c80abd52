// Lines on their way from the page to the engine, as bytes of UTF-8.
// @ts-check

/**
 * A stream of bytes in memory that page and worker share, so that a search can look into it.
 *
 * One side writes, the other takes. Both counts are kept modulo 2³².
 */
export class SharedStream {
  /** Bytes, a power of two. */
  static CAPACITY = 1 << 17;
  static #WRITTEN = 0;
  static #TAKEN = 1;
  static #HEADER = 8;

  #counts;
  #bytes;

  /** @param {SharedArrayBuffer} [buffer] that of the other side; a new one without it */
  constructor(buffer = new SharedArrayBuffer(SharedStream.#HEADER + SharedStream.CAPACITY)) {
    this.buffer = buffer;
    this.#counts = new Int32Array(buffer, 0, 2);
    this.#bytes = new Uint8Array(buffer, SharedStream.#HEADER);
  }

  /** Bytes that were written and not taken. */
  get length() {
    const written = Atomics.load(this.#counts, SharedStream.#WRITTEN);
    return (written - Atomics.load(this.#counts, SharedStream.#TAKEN)) >>> 0;
  }

  /**
   * Writes as many of these bytes as there is room for, and returns how many.
   * @param {Uint8Array} bytes
   */
  write(bytes) {
    const count = Math.min(bytes.length, SharedStream.CAPACITY - this.length);
    const written = Atomics.load(this.#counts, SharedStream.#WRITTEN);
    const at = written & (SharedStream.CAPACITY - 1);
    const toEnd = Math.min(count, SharedStream.CAPACITY - at);
    this.#bytes.set(bytes.subarray(0, toEnd), at);
    this.#bytes.set(bytes.subarray(toEnd, count), 0);
    Atomics.store(this.#counts, SharedStream.#WRITTEN, (written + count) | 0);
    Atomics.notify(this.#counts, SharedStream.#WRITTEN);
    return count;
  }

  /**
   * Fills `to` with the first bytes, of which there must be enough.
   * @param {Uint8Array} to
   */
  take(to) {
    const taken = Atomics.load(this.#counts, SharedStream.#TAKEN);
    const at = taken & (SharedStream.CAPACITY - 1);
    const toEnd = Math.min(to.length, SharedStream.CAPACITY - at);
    to.set(this.#bytes.subarray(at, at + toEnd));
    to.set(this.#bytes.subarray(0, to.length - toEnd), toEnd);
    Atomics.store(this.#counts, SharedStream.#TAKEN, (taken + to.length) | 0);
  }

  /** Waits, on the worker's side, until there are bytes. */
  wait() {
    const taken = Atomics.load(this.#counts, SharedStream.#TAKEN);
    // The other side writes first and notifies afterwards: a wait can be ended late, by the notification
    // for bytes that have been taken already.
    while (this.length === 0) {
      Atomics.wait(this.#counts, SharedStream.#WRITTEN, taken);
    }
  }
}

/** The same in the worker's own memory: messages fill it when the worker looks for them. */
export class MessageStream {
  /** @type {Uint8Array[]} */
  #pieces = [];
  #length = 0;

  get length() {
    return this.#length;
  }

  /** @param {Uint8Array} bytes */
  write(bytes) {
    this.#pieces.push(bytes);
    this.#length += bytes.length;
    return bytes.length;
  }

  /** @param {Uint8Array} to as long as all that was written, or as the first pieces of it */
  take(to) {
    let at = 0;
    while (at < to.length) {
      const piece = /** @type {Uint8Array} */ (this.#pieces.shift());
      const part = piece.subarray(0, to.length - at);
      to.set(part, at);
      at += part.length;
      if (part.length < piece.length) {
        this.#pieces.unshift(piece.subarray(part.length));
      }
    }
    this.#length -= to.length;
  }
}
