import { gameOf, type Catalogue, type Game } from "../engine/catalogue";
import { EngineError, type Engine } from "../engine/client";
import { Clock, type Side } from "./clock";
import type { MatchScore } from "./match_score";
import { RulesEngine, type PositionSpec, type View } from "./rules_engine";
import { finalScore, type Info } from "./score_and_info";
import { writeLink, type Link, type Settings } from "./settings_and_link";
import type { Opinion } from "./search_engine";
import { MoveNode, readTree, writeTree } from "./move_tree";

export type Activity = "" | "move" | "analysis" | "hint" | "explain" | "judge";

const RETRIES = 3;

export const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, ms));

/** The game on the page: what is shown, what is clicked, who is to move. It does not search. */
export abstract class GameState {
  settings: Settings;
  /** The names of those that play the variant, the default first. */
  players: string[] = [];
  startPosition = "startpos";
  root = new MoveNode(undefined, "");
  node = this.root;
  view: View | undefined;
  clicks: string[] = [];
  /** Whether Second is at the bottom; by itself, it is where the only person sits. */
  boardTurned: boolean | undefined;
  activity: Activity = "";
  analysing = false;
  explaining = false;
  /** The player whose opinions are shown, one of `players`; the default player if it is empty. */
  adviser = "";
  searchLines: Info[] = [];
  opinions: Opinion[] = [];
  hint: { spots: string[]; text: string } | undefined;
  error = "";
  paused = false;
  clock: Clock | undefined;
  sideOutOfTime: Side | undefined;
  /** The score of the match with a game that was lost on time. */
  scoreOnTime: MatchScore | undefined;

  protected readonly rulesEngine: RulesEngine;
  /** Counts what is shown: an earlier picture is not wanted any more. */
  protected pictureCount = 0;
  /** Counts what the engine is asked about: what it says of something earlier is not wanted. */
  protected questionEra = 0;
  private eraGoneOn = -1; // the era in which the game has gone on by itself
  private readonly listeners: (() => void)[] = [];

  constructor(
    readonly catalogue: Catalogue,
    rulesEngine: Engine,
    settings: Settings,
  ) {
    this.settings = settings;
    this.rulesEngine = new RulesEngine(rulesEngine);
    rulesEngine.ended = () => this.rulesEngine.sender.forget();
  }

  /** Ends what the engine does for the position shown. */
  protected abstract stopEngine(): Promise<void>;

  /** Goes on by itself from the position shown, if no person is to decide. */
  protected abstract continueByItself(): Promise<void>;

  onChange(listener: () => void): void {
    this.listeners.push(listener);
  }

  protected changed(): void {
    for (const listener of this.listeners) listener();
  }

  get game(): Game {
    return gameOf(this.catalogue, this.settings.game);
  }

  get isTurned(): boolean {
    const { p1, p2 } = this.settings.sides;
    return this.boardTurned ?? (p1.player !== "" && p2.player === "");
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
    return this.activity !== "move" && (this.view?.next.length ?? 0) > 0 && !this.sideOutOfTime;
  }

  protected positionSpec(node = this.node): PositionSpec {
    return { game: this.settings.game, start: this.startPosition, moves: node.moves(), dice: node.dice };
  }

  // Games and positions

  /** Begins a game from a position: `startpos`, `fen …`, either with `moves …`. */
  async begin(settings: Settings, position = "startpos"): Promise<void> {
    await this.setUp(settings, position);
    await this.show();
  }

  private async setUp(settings: Settings, position: string): Promise<void> {
    this.rulesEngine.sender.forget();
    const spec = await this.rulesEngine.read(settings.game, position);
    const players = await this.rulesEngine.players(settings.game, spec.start);
    // Only now: if the position is refused, the game goes on.
    await this.stopEngine();
    this.settings = settings;
    this.players = players;
    if (!players.includes(this.adviser)) this.adviser = "";
    this.resetGame(spec.start, new MoveNode(undefined, ""));
    this.node = this.root.addMoves(spec.moves);
    this.boardTurned = undefined;
    await this.learnTurns();
  }

  /** Restores what a link says; moves that cannot be played are left out, and the reason is shown. */
  async restore(link: Link): Promise<void> {
    await this.setUp(link.settings, link.start);
    readTree(this.root, link.tree);
    const refused = await this.learnTurns();
    const main = this.root.end();
    this.node = /^\d+$/.test(link.shownMoves) ? (main.line()[Number(link.shownMoves) - 1] ?? this.root) : main;
    const [, branch] = /^\((.*)\)$/.exec(link.shownMoves) ?? [];
    if (branch) this.node = this.root.follow(branch.split(" "));
    this.node.dice = link.dice || this.node.dice;
    await this.show();
    if (refused) this.fail(refused);
  }

  private resetGame(start: string, root: MoveNode): void {
    this.startPosition = start;
    this.node = this.root = root;
    this.view = undefined;
    this.clicks = [];
    this.sideOutOfTime = this.scoreOnTime = undefined;
    this.paused = false;
    this.clock = this.settings.clock && new Clock(this.settings.clock);
    this.forgetAdvice();
  }

  /** The next game of a match. */
  async nextGame(): Promise<void> {
    await this.stopEngine();
    const fen = await this.rulesEngine.nextGame(this.positionSpec(), this.scoreOnTime?.nextGame);
    await this.begin(this.settings, `fen ${fen}`);
  }

  /** Reads a position in any notation of the engine, or a line of the protocol without its word. */
  async paste(text: string): Promise<void> {
    const words = text
      .replace(/\s+/g, " ")
      .trim()
      .replace(/^position /, "");
    const position = /^(startpos|fen)\b/.test(words)
      ? words
      : words.startsWith("moves ")
        ? `startpos ${words}`
        : `fen ${words}`;
    await this.begin(this.settings, position);
  }

  /** Learns whose turn it is in positions that were never shown; why one of them is left out. */
  private async learnTurns(): Promise<string> {
    const refused = await this.askTurns([...this.root.all()].filter((node) => !node.turn));
    // Only now, since a move that is refused says nothing about the dice.
    await this.askTurns([...this.root.all()].filter((node) => node.takeDiceOfMove()));
    return refused;
  }

  private async askTurns(nodes: MoveNode[]): Promise<string> {
    const turns = await this.rulesEngine.turns(nodes.map((node) => this.positionSpec(node)));
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
      start: this.startPosition,
      tree: writeTree(this.root),
      shownMoves: onMain ? at : `(${this.node.moves().join(" ")})`,
      dice: this.node.dice,
    });
  }

  /** The players of a variant. Rejected with the engine's words if the variant does not exist. */
  playersOf(game: string): Promise<string[]> {
    return this.rulesEngine.players(game);
  }

  // What is shown

  protected forgetAdvice(): void {
    this.searchLines = [];
    this.opinions = [];
    this.hint = undefined;
    this.error = "";
  }

  /** Shows the present position and goes on from it. */
  async show(): Promise<void> {
    const shown = ++this.pictureCount;
    const { node, clicks } = this;
    node.takeDiceOfMove();
    for (let trial = 1; ; trial += 1) {
      try {
        const view = await this.rulesEngine.view(this.positionSpec(), clicks, this.isTurned);
        if (shown !== this.pictureCount) return;
        const complete = view.movesByClicks.find((way) => way.spots.length === 0);
        if (complete && clicks.length > 0) return await this.play(complete.move);
        this.view = view;
        node.turn = view.turn;
        if (view.turn.side === "over") node.score = finalScore(view.result);
        break;
      } catch (error) {
        if (shown !== this.pictureCount) return;
        const closed = error instanceof EngineError && error.code === "closed";
        if (!closed || trial > RETRIES) return this.fail(error);
        await pause(300 * trial);
      }
    }
    this.changed();
    if (this.eraGoneOn === this.questionEra) return;
    this.eraGoneOn = this.questionEra;
    void this.continueByItself();
  }

  /** Says what went wrong, until the next move. */
  fail(error: unknown): void {
    if (error instanceof EngineError && error.code === "superseded") return;
    this.error = error instanceof Error ? error.message : String(error);
    this.changed();
  }

  /** A picture of the position after a line of moves. */
  preview(moves: string[]): Promise<string> {
    return this.rulesEngine.preview(this.positionSpec(), moves, this.isTurned);
  }

  async flip(): Promise<void> {
    this.boardTurned = !this.isTurned;
    await this.show();
  }

  // Moves

  async visit(node: MoveNode): Promise<void> {
    await this.stopEngine();
    this.node = node;
    this.clicks = [];
    this.forgetAdvice();
    await this.show();
  }

  /** Goes back to the last decision of a person. */
  async undo(): Promise<void> {
    const { sides } = this.settings;
    const free = (node: MoveNode): boolean => {
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
      const first = await this.rulesEngine.view(this.positionSpec(), [], this.isTurned);
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
    await this.playLine(`move ${move}`, reason);
  }

  async roll(): Promise<void> {
    await this.playLine("roll");
  }

  async setDice(first: number, second: number): Promise<void> {
    await this.playLine(`dice ${first} ${second}`);
  }

  protected async playLine(line: string, reason = ""): Promise<void> {
    await this.stopEngine();
    const era = this.questionEra;
    const before = this.node;
    try {
      const after = await this.rulesEngine.change(this.positionSpec(), line);
      if (era !== this.questionEra) return;
      this.clicks = [];
      this.node = this.root.addMoves(after.moves);
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
}
