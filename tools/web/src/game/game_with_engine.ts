import type { Catalogue } from "../engine/catalogue";
import { Engine, type Watch } from "../engine/client";
import type { Connect } from "../engine/transport";
import type { Side } from "./clock";
import { scoreOnTime } from "./match_score";
import type { Info } from "./score_and_info";
import type { SidePlayer, Settings } from "./settings_and_link";
import { pause, GameState } from "./game_state";
import { SearchEngine } from "./search_engine";

const JUDGE_MS = 200; // for each position, when all moves of a game are judged
const HINT_MS = 1000;

const otherSide = (side: Side): Side => (side === "p1" ? "p2" : "p1");

/** The game on the page with what the engine does in it: its moves, and its advice. */
export class GameWithEngine extends GameState {
  private readonly searchEngine: SearchEngine;

  constructor(
    catalogue: Catalogue,
    connect: Connect,
    rulesEngine: Engine,
    watch: Watch,
    settings: Settings,
    /** Milliseconds at least between two moves that no person makes. */
    private readonly pace: number,
  ) {
    super(catalogue, rulesEngine, settings);
    const searchEngine = new Engine("search", connect, watch, () => this.searchEngine.forget());
    this.searchEngine = new SearchEngine(searchEngine, catalogue);
  }

  protected override async stopEngine(): Promise<void> {
    this.questionEra += 1;
    this.pictureCount += 1;
    this.activity = "";
    await this.searchEngine.cancel();
  }

  protected override async continueByItself(): Promise<void> {
    const { view, node, questionEra: era } = this;
    if (!view) return;
    const live = node.children.length === 0 && !this.paused && !this.sideOutOfTime;
    const { side } = this;
    if (live && side && this.root !== node) this.clock?.run(side, false);
    if (!live || view.turn.side === "over") this.clock?.run(undefined, false);
    if (live && this.rollDue && this.settings.dice === "engine") {
      await pause(this.pace);
      if (era === this.questionEra) await this.roll();
    } else if (live && side && !this.rollDue && this.settings.sides[side].player) {
      await this.think(side, this.settings.sides[side]);
    } else await this.advise();
  }

  /** Has the engine move for the side to move, whoever plays it. */
  async moveNow(): Promise<void> {
    const { side } = this;
    if (!side || this.rollDue) return;
    await this.stopEngine();
    this.paused = false;
    await this.think(side, this.settings.sides[side]);
  }

  private async think(side: Side, contender: SidePlayer): Promise<void> {
    const { questionEra: era } = this;
    const options = new Map(contender.options);
    if (contender.level) options.set("Level", contender.level);
    const player = contender.player ? `player ${contender.player} ` : "";
    const limits = player + (this.clock ? this.clock.words() : `movetime ${contender.movetime}`);
    this.activity = "move";
    this.searchLines = [];
    this.changed();
    try {
      const least = pause(this.pace);
      const choice = await this.searchEngine.choose(this.positionSpec(), side, options, limits, (info) =>
        this.takeInfo(info, era),
      );
      await least;
      if (era !== this.questionEra) return;
      if (choice.best?.score) this.node.score = choice.best.score;
      this.activity = "";
      if (choice.move !== "none") await this.play(choice.move, choice.reason);
    } catch (error) {
      if (era === this.questionEra) this.paused = true;
      this.failAt(era, error);
    }
  }

  private failAt(era: number, error: unknown): void {
    if (era !== this.questionEra) return;
    this.activity = "";
    this.fail(error);
  }

  private takeInfo(info: Info, era: number): void {
    if (era !== this.questionEra || !info.score) return;
    this.searchLines[info.rank - 1] = info;
    if (info.rank === 1) this.node.score = info.score;
    this.changed();
  }

  /** Explains and analyses the position shown, as far as that is switched on. */
  private async advise(): Promise<void> {
    const { questionEra: era } = this;
    const side = this.side;
    if (!side || this.rollDue || this.sideOutOfTime) return;
    try {
      if (this.explaining && this.opinions.length === 0) {
        this.activity = "explain";
        this.changed();
        const player = this.adviser ? `player ${this.adviser} ` : "";
        const opinions = await this.searchEngine.explain(this.positionSpec(), `${player}movetime ${HINT_MS}`);
        if (era !== this.questionEra) return;
        this.opinions = opinions;
        this.activity = "";
        this.changed();
      }
      if (this.analysing) {
        this.activity = "analysis";
        this.changed();
        const options = new Map([["MultiPV", "3"]]);
        const endless = this.searchEngine.engine.answersInMidSearch;
        const limits = endless ? "infinite" : `movetime ${HINT_MS}`;
        await this.searchEngine.choose(this.positionSpec(), side, options, limits, (info) =>
          this.takeInfo(info, era),
        );
      }
    } catch (error) {
      this.failAt(era, error);
    }
  }

  async askHint(): Promise<void> {
    const { side } = this;
    if (!side || !this.mayMove || this.rollDue) return;
    await this.stopEngine();
    const { questionEra: era } = this;
    this.activity = "hint";
    this.clicks = [];
    this.changed();
    try {
      const limits = `movetime ${HINT_MS}`;
      const choice = await this.searchEngine.choose(
        this.positionSpec(),
        side,
        new Map(),
        limits,
        () => undefined,
      );
      if (era !== this.questionEra) return;
      this.activity = "";
      const first = await this.rulesEngine.view(this.positionSpec(), [], this.isTurned);
      const spots = first.movesByClicks.find((way) => way.move === choice.move)?.spots ?? [];
      if (era !== this.questionEra) return;
      this.view = first;
      this.hint = { spots, text: `${choice.move}: ${choice.reason}` };
      this.changed();
      await this.advise();
    } catch (error) {
      this.failAt(era, error);
    }
  }

  async setAnalysing(on: boolean): Promise<void> {
    this.analysing = on;
    await this.stopAndShow();
  }

  async setExplaining(on: boolean, adviser = this.adviser): Promise<void> {
    this.explaining = on;
    this.adviser = adviser;
    this.opinions = [];
    await this.stopAndShow();
  }

  async setPaused(on: boolean): Promise<void> {
    this.paused = on;
    await this.stopAndShow();
  }

  private async stopAndShow(): Promise<void> {
    await this.stopEngine();
    await this.show();
  }

  /** Judges every position of the line shown, for the graph. */
  async judgeEveryMove(): Promise<void> {
    await this.stopEngine();
    const { questionEra: era } = this;
    const end = this.node.end();
    for (const node of [this.root, ...end.line()]) {
      const turn = node.turn;
      if (!turn || turn.due === "roll" || (turn.side !== "p1" && turn.side !== "p2")) continue;
      this.activity = "judge";
      try {
        const limits = `movetime ${JUDGE_MS}`;
        const none = new Map<string, string>();
        const choice = await this.searchEngine.choose(
          this.positionSpec(node),
          turn.side,
          none,
          limits,
          () => undefined,
        );
        if (era !== this.questionEra) return;
        if (choice.best?.score) node.score = choice.best.score;
        this.changed();
      } catch (error) {
        if (era !== this.questionEra) return;
        await this.stopAndShow();
        return this.fail(error);
      }
    }
    await this.stopAndShow();
  }

  // Clock and raw lines

  /** Called now and then while a clock runs. */
  tick(): void {
    const fallen = this.clock?.fallen();
    if (!fallen || this.sideOutOfTime) return;
    this.sideOutOfTime = fallen;
    const { game } = this.settings;
    this.scoreOnTime = this.view && scoreOnTime(game, this.view, otherSide(fallen));
    void this.stopAndShow();
  }

  /** The side that has won on time. */
  get wonOnTime(): Side | undefined {
    return this.sideOutOfTime && otherSide(this.sideOutOfTime);
  }

  /** Carries out a line as a person has typed it. */
  async type(line: string): Promise<void> {
    const words = line.trim().replace(/^@\S+ /, "");
    const [word = ""] = words.split(/\s+/);
    if (word === "newgame") {
      const game = words.replace(/^newgame\s*/, "") || this.settings.game;
      await this.begin({ ...this.settings, game });
    } else if (word === "position") await this.paste(words);
    else if (word === "move" || word === "dice" || word === "roll") await this.playLine(words);
    else if (word === "undo") await this.undo();
    else if (["go", "explain", "perft", "bench", "stop", "setoption", "eval"].includes(word)) {
      await this.searchEngine.type(this.positionSpec(), line);
    } else {
      await this.rulesEngine.sender.go(this.positionSpec());
      this.rulesEngine.engine.sendAsTyped(line);
      // It may have changed anything.
      this.rulesEngine.sender.forget();
    }
  }
}
