import type { Catalogue, Game } from "../engine/catalogue";
import { Engine, EngineError, type Watch } from "../engine/client";
import type { Connect } from "../engine/transport";
import { Clock, type Side } from "./clock";
import { Desk, type Place, type View } from "./desk";
import { finalScore, type Info } from "./score";
import { writeLink, type Contender, type Link, type Settings } from "./settings";
import { Thinker, type Opinion } from "./thinker";
import { Node, readTree, writeTree } from "./tree";

export type Activity = "" | "move" | "analysis" | "hint" | "explain" | "sweep";

const SWEEP_MS = 200; // for each position, when all moves of a game are judged
const HINT_MS = 1000;
const RETRIES = 3;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const otherSide = (side: Side): Side => (side === "p1" ? "p2" : "p1");

/** The game on the page: what is shown, what is clicked, who is to move. */
export class Controller {
  settings: Settings;
  start = "startpos";
  root = new Node(undefined, "");
  node = this.root;
  view: View | undefined;
  clicks: string[] = [];
  /** Whether Second is at the bottom; by itself, it is where the only person sits. */
  turned: boolean | undefined;
  activity: Activity = "";
  analysing = false;
  explaining = false;
  /** The player whose opinions are shown; the default player if it is empty. */
  adviser = "";
  lines: Info[] = [];
  opinions: Opinion[] = [];
  hint: { spots: string[]; text: string } | undefined;
  error = "";
  paused = false;
  clock: Clock | undefined;
  flag: Side | undefined;

  private readonly desk: Desk;
  private readonly thinker: Thinker;
  private shown = 0;
  private readonly listeners: (() => void)[] = [];

  constructor(
    readonly catalogue: Catalogue,
    connect: Connect,
    desk: Engine,
    watch: Watch,
    settings: Settings,
    /** Milliseconds at least between two moves that no person makes. */
    private readonly pace: number,
  ) {
    this.settings = settings;
    this.desk = new Desk(desk);
    desk.ended = () => this.desk.seat.forget();
    const thinker = new Engine("search", connect, watch, () => this.thinker.forget());
    this.thinker = new Thinker(thinker, catalogue.options);
  }

  onChange(listener: () => void): void {
    this.listeners.push(listener);
  }

  private changed(): void {
    for (const listener of this.listeners) listener();
  }

  get game(): Game {
    const name = this.settings.game.split(" ")[0];
    const [first] = this.catalogue.games;
    const game = this.catalogue.games.find((each) => each.name === name) ?? first;
    if (!game) throw new EngineError("closed", "the engine has no game");
    return game;
  }

  get isTurned(): boolean {
    const { p1, p2 } = this.settings.sides;
    return this.turned ?? (p1.player !== "" && p2.player === "");
  }

  /** The side that is to decide now. */
  get side(): Side | undefined {
    const side = this.view?.turn.side;
    return side === "p1" || side === "p2" ? side : undefined;
  }

  get rollDue(): boolean {
    return this.view?.turn.due === "roll";
  }

  /** Whether clicks on the board are moves now. */
  get mayMove(): boolean {
    return this.activity !== "move" && (this.view?.next.length ?? 0) > 0 && !this.flag;
  }

  private place(node = this.node): Place {
    return { game: this.settings.game, start: this.start, moves: node.moves(), dice: node.dice };
  }

  // Games and positions

  /** Begins a game from a position: `startpos`, `fen …`, either with `moves …`. */
  async begin(settings: Settings, position = "startpos"): Promise<void> {
    await this.quiet();
    this.desk.seat.forget();
    const place = await this.desk.read(settings.game, position);
    this.settings = settings;
    this.set(place.start, new Node(undefined, ""));
    this.node = this.root.follow(place.moves);
    this.turned = undefined;
    await this.annotate();
    await this.show();
  }

  /** Restores what a link says; moves that cannot be played are left out, and the reason is told. */
  async restore(link: Link): Promise<void> {
    await this.begin(link.settings, link.start);
    readTree(this.root, link.tree);
    const refused = await this.annotate();
    const main = this.root.end();
    this.node = /^\d+$/.test(link.at) ? (main.line()[Number(link.at) - 1] ?? this.root) : main;
    const branch = /^\(.*\)$/.test(link.at) ? link.at.slice(1, -1).split(" ") : [];
    for (const move of branch) {
      const next = (move === branch[0] ? this.root : this.node).children.find((n) => n.move === move);
      if (next) this.node = next;
    }
    this.node.dice = link.dice;
    await this.show();
    if (refused) this.fail(refused);
  }

  private set(start: string, root: Node): void {
    this.start = start;
    this.node = this.root = root;
    this.view = undefined;
    this.clicks = [];
    this.flag = undefined;
    this.paused = false;
    this.clock = this.settings.clock && new Clock(this.settings.clock);
    this.forgetAdvice();
  }

  /** The next game of a match. */
  async nextGame(): Promise<void> {
    await this.quiet();
    const fen = await this.desk.nextGame(this.place());
    await this.begin(this.settings, `fen ${fen}`);
  }

  /** Reads a position in any notation of the engine, or a line of the protocol without its word. */
  async paste(text: string): Promise<void> {
    const words = text.replace(/\s+/g, " ").trim().replace(/^position /, "");
    const position = /^(startpos|fen)\b/.test(words)
      ? words
      : words.startsWith("moves ")
        ? `startpos ${words}`
        : `fen ${words}`;
    await this.begin(this.settings, position);
  }

  /** Learns whose turn it is in positions that were never shown. */
  private async annotate(): Promise<string> {
    const nodes = [...this.root.all()].filter((node) => !node.turn);
    const turns = await this.desk.turns(this.place(), nodes.map((node) => node.moves()));
    let refused = "";
    nodes.forEach((node, at) => {
      const turn = turns[at];
      if (turn instanceof Error) {
        refused ||= turn.message;
        node.remove();
      } else node.turn = turn;
    });
    return refused;
  }

  /** The address of the game as it is shown. */
  link(): string {
    const main = this.root.end().line();
    const at = this.node.ply === main.length ? "" : String(this.node.ply);
    const onMain = this.node === this.root || main[this.node.ply - 1] === this.node;
    return writeLink({
      settings: this.settings,
      start: this.start,
      tree: writeTree(this.root),
      at: onMain ? at : `(${this.node.moves().join(" ")})`,
      dice: this.node.dice,
    });
  }

  /** The players of a variant. Rejected with the engine's words if the variant does not exist. */
  playersOf(game: string): Promise<string[]> {
    return this.desk.players(game);
  }

  // What is shown

  private forgetAdvice(): void {
    this.lines = [];
    this.opinions = [];
    this.hint = undefined;
    this.error = "";
  }

  /** Shows the present position and goes on from it. */
  async show(): Promise<void> {
    const shown = ++this.shown;
    const { node, clicks } = this;
    // Moves are written with their dice: those that were played here show what was rolled.
    const [, first, second] = /^(\d)(\d):/.exec(node.children[0]?.move ?? "") ?? [];
    if (first && second) node.dice ||= `${first} ${second}`;
    for (let trial = 1; ; trial += 1) {
      try {
        const view = await this.desk.view(this.place(), clicks, this.isTurned);
        if (shown !== this.shown) return;
        const complete = view.ways.find((way) => way.spots.length === 0);
        if (complete && clicks.length > 0) return await this.play(complete.move);
        this.view = view;
        node.turn = view.turn;
        if (view.turn.side === "over") node.score = finalScore(view.result);
        break;
      } catch (error) {
        if (shown !== this.shown) return;
        const closed = error instanceof EngineError && error.code === "closed";
        if (!closed || trial > RETRIES) return this.fail(error);
        await pause(300 * trial);
      }
    }
    this.changed();
    if (clicks.length === 0) void this.goOn(shown);
  }

  /** Tells what went wrong, until the next move. */
  fail(error: unknown): void {
    if (error instanceof EngineError && error.code === "superseded") return;
    this.error = error instanceof Error ? error.message : String(error);
    this.changed();
  }

  /** A picture of the position after a line of moves. */
  preview(moves: string[]): Promise<string> {
    return this.desk.preview(this.place(), moves, this.isTurned);
  }

  async flip(): Promise<void> {
    this.turned = !this.isTurned;
    await this.show();
  }

  /** Ends what the engine does for the position shown. */
  private async quiet(): Promise<void> {
    this.shown += 1;
    this.activity = "";
    await this.thinker.cancel();
  }

  // Moves

  async visit(node: Node): Promise<void> {
    await this.quiet();
    this.node = node;
    this.clicks = [];
    this.forgetAdvice();
    await this.show();
  }

  /** Goes back to the last decision of a person. */
  async undo(): Promise<void> {
    const { sides } = this.settings;
    const free = (node: Node): boolean => {
      const { side, due } = node.turn ?? { side: "both", due: "" };
      return (side === "p1" || side === "p2") && due !== "roll" && sides[side].player === "";
    };
    let node = this.node.parent;
    while (node && !free(node) && node.parent) node = node.parent;
    if (node) await this.visit(node);
  }

  async click(spot: string): Promise<void> {
    const { view } = this;
    if (!view || !this.mayMove) return;
    if (view.next.includes(spot)) this.clicks = [...this.clicks, spot];
    else if (this.clicks.includes(spot) || this.clicks.length === 0) this.clicks = [];
    else {
      // It does not go on with the move: it may begin another one.
      const first = await this.desk.view(this.place(), [], this.isTurned);
      this.clicks = first.next.includes(spot) ? [spot] : [];
    }
    this.hint = undefined;
    await this.show();
  }

  /** Takes the clicks back, or the last of them. */
  async unclick(): Promise<void> {
    if (this.clicks.length === 0) return;
    this.clicks = [];
    await this.show();
  }

  async play(move: string, reason = ""): Promise<void> {
    await this.change(`move ${move}`, reason);
  }

  async roll(): Promise<void> {
    await this.change("roll");
  }

  async setDice(first: number, second: number): Promise<void> {
    await this.change(`dice ${first} ${second}`);
  }

  private async change(line: string, reason = ""): Promise<void> {
    await this.quiet();
    const shown = this.shown;
    const before = this.node;
    try {
      const after = await this.desk.change(this.place(), line);
      if (shown !== this.shown) return;
      this.clicks = [];
      this.node = this.root.follow(after.moves);
      this.node.turn = after.turn;
      if (reason) this.node.reason = reason;
      if (line === "roll") this.node.dice = after.answer;
      if (line.startsWith("dice ")) this.node.dice = line.slice("dice ".length);
      this.forgetAdvice();
      this.clock?.run(undefined, this.node.turn.side !== before.turn?.side);
    } catch (error) {
      this.clicks = [];
      await this.show();
      return this.fail(error);
    }
    await this.show();
  }

  // The engine's part

  /** Goes on by itself from the position shown, if no person is to decide. */
  private async goOn(shown: number): Promise<void> {
    const { view, node } = this;
    if (!view) return;
    const live = node.children.length === 0 && !this.paused && !this.flag;
    const { side } = this;
    if (live && side && this.root !== node) this.clock?.run(side, false);
    if (!live || view.turn.side === "over") this.clock?.run(undefined, false);
    if (live && this.rollDue && this.settings.dice === "engine") {
      await pause(this.pace);
      if (shown === this.shown) await this.roll();
    } else if (live && side && !this.rollDue && this.settings.sides[side].player) {
      await this.think(side, this.settings.sides[side]);
    } else await this.advise();
  }

  /** Has the engine move for the side to move, whoever plays it. */
  async moveNow(): Promise<void> {
    const { side } = this;
    if (!side || this.rollDue) return;
    await this.quiet();
    this.paused = false;
    await this.think(side, this.settings.sides[side]);
  }

  private async think(side: Side, contender: Contender): Promise<void> {
    const shown = this.shown;
    const options = new Map(contender.options);
    if (contender.level) options.set("Level", contender.level);
    const player = contender.player ? `player ${contender.player} ` : "";
    const limits = player + (this.clock ? this.clock.words() : `movetime ${contender.movetime}`);
    this.activity = "move";
    this.lines = [];
    this.changed();
    try {
      const least = pause(this.pace);
      const choice = await this.thinker.choose(this.place(), side, options, limits, (info) =>
        this.hear(info, shown),
      );
      await least;
      if (shown !== this.shown) return;
      if (choice.best?.score) this.node.score = choice.best.score;
      this.activity = "";
      if (choice.move !== "none") await this.play(choice.move, choice.reason);
    } catch (error) {
      this.failAt(shown, error);
    }
  }

  private failAt(shown: number, error: unknown): void {
    if (shown !== this.shown) return;
    this.activity = "";
    this.paused = true;
    this.fail(error);
  }

  private hear(info: Info, shown: number): void {
    if (shown !== this.shown || !info.score) return;
    this.lines[info.rank - 1] = info;
    if (info.rank === 1) this.node.score = info.score;
    this.changed();
  }

  /** Explains and analyses the position shown, as far as that is switched on. */
  private async advise(): Promise<void> {
    const shown = this.shown;
    const side = this.side;
    if (!side || this.rollDue || this.flag) return;
    try {
      if (this.explaining && this.opinions.length === 0) {
        this.activity = "explain";
        this.changed();
        const player = this.adviser ? `player ${this.adviser} ` : "";
        const opinions = await this.thinker.explain(this.place(), `${player}movetime ${HINT_MS}`);
        if (shown !== this.shown) return;
        this.opinions = opinions;
        this.activity = "";
        this.changed();
      }
      if (this.analysing) {
        this.activity = "analysis";
        this.changed();
        const options = new Map([["MultiPV", "3"]]);
        const endless = this.thinker.engine.answersInMidSearch;
        const limits = endless ? "infinite" : `movetime ${HINT_MS}`;
        await this.thinker.choose(this.place(), side, options, limits, (info) =>
          this.hear(info, shown),
        );
      }
    } catch (error) {
      this.failAt(shown, error);
    }
  }

  async askHint(): Promise<void> {
    const { side } = this;
    if (!side || !this.mayMove || this.rollDue) return;
    await this.quiet();
    const shown = this.shown;
    this.activity = "hint";
    this.clicks = [];
    this.changed();
    try {
      const limits = `movetime ${HINT_MS}`;
      const choice = await this.thinker.choose(this.place(), side, new Map(), limits, () => undefined);
      if (shown !== this.shown) return;
      this.activity = "";
      const first = await this.desk.view(this.place(), [], this.isTurned);
      const spots = first.ways.find((way) => way.move === choice.move)?.spots ?? [];
      if (shown !== this.shown) return;
      this.view = first;
      this.hint = { spots, text: `${choice.move}: ${choice.reason}` };
      this.changed();
      await this.advise();
    } catch (error) {
      this.failAt(shown, error);
    }
  }

  async setAnalysing(on: boolean): Promise<void> {
    this.analysing = on;
    await this.again();
  }

  async setExplaining(on: boolean, adviser = this.adviser): Promise<void> {
    this.explaining = on;
    this.adviser = adviser;
    this.opinions = [];
    await this.again();
  }

  async setPaused(on: boolean): Promise<void> {
    this.paused = on;
    await this.again();
  }

  private async again(): Promise<void> {
    await this.quiet();
    await this.show();
  }

  /** Judges every position of the line shown, for the graph. */
  async sweep(): Promise<void> {
    await this.quiet();
    const shown = this.shown;
    const end = this.node.end();
    for (const node of [this.root, ...end.line()]) {
      const turn = node.turn;
      if (!turn || turn.due === "roll" || (turn.side !== "p1" && turn.side !== "p2")) continue;
      this.activity = "sweep";
      try {
        const limits = `movetime ${SWEEP_MS}`;
        const none = new Map<string, string>();
        const choice = await this.thinker.choose(this.place(node), turn.side, none, limits, () => undefined);
        if (shown !== this.shown) return;
        if (choice.best?.score) node.score = choice.best.score;
        this.changed();
      } catch (error) {
        return this.failAt(shown, error);
      }
    }
    await this.again();
  }

  // Clock and raw lines

  /** Called now and then while a clock runs. */
  tick(): void {
    const fallen = this.clock?.fallen();
    if (!fallen || this.flag) return;
    this.flag = fallen;
    void this.again();
  }

  /** The side that has won on time. */
  get wonOnTime(): Side | undefined {
    return this.flag && otherSide(this.flag);
  }

  /** Carries out a line as a person has typed it. */
  async type(line: string): Promise<void> {
    const words = line.trim().replace(/^@\S+ /, "");
    const [word = "", next = ""] = words.split(/\s+/);
    if (word === "newgame" && next) {
      await this.begin({ ...this.settings, game: words.replace(/^newgame\s+/, "") });
    } else if (word === "position") await this.paste(words);
    else if (word === "move" || word === "dice" || word === "roll") await this.change(words);
    else if (word === "undo") await this.undo();
    else if (["go", "explain", "perft", "bench", "stop", "setoption", "eval"].includes(word)) {
      await this.thinker.type(this.place(), line);
    } else {
      await this.desk.seat.go(this.place());
      this.desk.engine.raw(line);
      // It may have changed anything.
      this.desk.seat.forget();
    }
  }
}
