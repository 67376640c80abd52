export type Side = "p1" | "p2";

/**
 * The time of a game: minutes for all moves, and seconds more for each of them. Without minutes, a
 * side begins with the seconds.
 */
export interface TimeControl {
  minutes: number;
  increment: number;
}

/** Two clocks, of which one runs. Times are in milliseconds. */
export class Clock {
  private readonly left: Record<Side, number>;
  private running: Side | undefined;
  private since = 0;

  constructor(readonly control: TimeControl) {
    const whole = control.minutes * 60_000 || control.increment * 1000;
    this.left = { p1: whole, p2: whole };
  }

  time(side: Side): number {
    const spent = this.running === side ? performance.now() - this.since : 0;
    return Math.max(0, this.left[side] - spent);
  }

  /** Runs for a side, or for none. `moved`: the side that ran has made its move. */
  run(side: Side | undefined, moved: boolean): void {
    if (this.running && this.running !== side) {
      const more = moved ? this.control.increment * 1000 : 0;
      this.left[this.running] = this.time(this.running) + more;
    }
    if (this.running !== side) this.since = performance.now();
    this.running = side;
  }

  /** The side whose time is up. */
  fallen(): Side | undefined {
    return this.running && this.time(this.running) === 0 ? this.running : undefined;
  }

  /** The words of `go`. */
  words(): string {
    const increment = this.control.increment * 1000;
    const [p1, p2] = [this.time("p1"), this.time("p2")].map(Math.round);
    return `p1time ${p1} p2time ${p2} p1inc ${increment} p2inc ${increment}`;
  }
}

/** Minutes and seconds; tenths in the last twenty seconds. */
export function writeTime(ms: number): string {
  const seconds = ms / 1000;
  if (seconds < 20) return `0:${seconds.toFixed(1).padStart(4, "0")}`;
  const whole = Math.ceil(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
