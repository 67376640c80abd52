import { gameOf, type Catalogue } from "../engine/catalogue";
import { EngineError, type Engine } from "../engine/client";
import { PositionSender, type PositionSpec } from "./rules_engine";
import { readInfo, type Info } from "./score_and_info";

/** What a player says of a move. */
export interface Opinion {
  move: string;
  value: string;
  words: string;
}

export interface Choice {
  move: string;
  /** The best line of the search, if it had one. */
  best: Info | undefined;
  reason: string;
}

/** The engine that searches, one search at a time. */
export class SearchEngine {
  readonly sender: PositionSender;
  private readonly optionsSet = new Map<string, string>();
  private busy: Promise<unknown> | undefined;
  /** Whether a person's line may have begun a search. */
  private mayRunTypedSearch = false;
  private searches = 0;
  private readonly initial: Map<string, string>;

  constructor(
    readonly engine: Engine,
    private readonly catalogue: Catalogue,
  ) {
    this.sender = new PositionSender(engine);
    this.initial = new Map(catalogue.options.map((option) => [option.name, option.default]));
  }

  /** A new engine knows nothing. */
  forget(): void {
    this.sender.forget();
    this.optionsSet.clear();
  }

  get searching(): boolean {
    return this.busy !== undefined;
  }

  /** Ends the search that runs, and keeps one that was asked for from beginning. */
  async cancel(): Promise<void> {
    this.searches += 1;
    await this.stop();
  }

  private async stop(): Promise<void> {
    if (!this.busy && !this.mayRunTypedSearch) return;
    const busy = this.busy;
    this.mayRunTypedSearch = false;
    const stopped = this.engine.ask("stop");
    await Promise.allSettled([busy, stopped]);
  }

  /** Asks for a move. */
  async choose(
    spec: PositionSpec,
    side: string,
    options: Map<string, string>,
    limits: string,
    each: (info: Info) => void,
  ): Promise<Choice> {
    let best: Info | undefined;
    let reason = "";
    const { chanceScale } = gameOf(this.catalogue, spec.game);
    const lines = await this.search(spec, options, `go ${limits}`, (line) => {
      if (!line.startsWith("info ")) return;
      const info = readInfo(line, side, chanceScale);
      if (info.reason && !info.score) reason = info.reason;
      if (info.score && info.rank === 1) best = info;
      each(info);
    });
    return { move: (lines.at(-1) ?? "").split(" ")[1] ?? "none", best, reason };
  }

  /** Asks what a player thinks of each move. */
  async explain(spec: PositionSpec, limits: string): Promise<Opinion[]> {
    const lines = await this.search(spec, new Map(), `explain ${limits}`, () => undefined);
    return lines
      .filter((line) => line.startsWith("explain "))
      .map((line) => {
        const [, move = "", value = "", words = ""] =
          /^explain (\S+) (\S+) ?(.*)$/.exec(line) ?? [];
        return { move, value, words };
      });
  }

  /** Sends a line as a person has typed it, about a position. */
  async type(spec: PositionSpec, line: string): Promise<void> {
    if (/^(@\S+ )?stop\b/.test(line)) {
      this.engine.sendAsTyped(line);
      return;
    }
    await this.cancel();
    await this.sender.go(spec);
    this.engine.sendAsTyped(line);
    this.mayRunTypedSearch = true;
    // It may have changed anything.
    this.forget();
  }

  /** Rejected with `superseded` if a later search was asked for before it could begin. */
  private async search(
    spec: PositionSpec,
    options: Map<string, string>,
    line: string,
    each: (line: string) => void,
  ): Promise<string[]> {
    const turn = ++this.searches;
    await this.stop();
    if (turn !== this.searches) throw new EngineError("superseded", "another search came first");
    const orders: Promise<unknown>[] = [this.sender.go(spec), ...this.setOptions(options)];
    const answer = this.engine.ask(line, each);
    this.busy = answer;
    const end = (): void => {
      if (this.busy === answer) this.busy = undefined;
    };
    // Where an option is refused, the search runs all the same.
    answer.then(end, end);
    return (await Promise.all([answer, ...orders]))[0];
  }

  /** Sets these options, and those that were set before to what they were at first. */
  private setOptions(options: Map<string, string>): Promise<unknown>[] {
    const wanted = new Map(options);
    for (const name of this.optionsSet.keys()) {
      if (!wanted.has(name)) wanted.set(name, this.initial.get(name) ?? "");
    }
    const changed = [...wanted].filter(([name, value]) => this.optionsSet.get(name) !== value);
    return changed.map(([name, value]) => {
      this.optionsSet.set(name, value);
      return this.engine.ask(`setoption name ${name} value ${value}`).catch((fault: unknown) => {
        this.optionsSet.delete(name);
        throw fault;
      });
    });
  }
}
