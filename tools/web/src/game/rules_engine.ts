import type { Engine } from "../engine/client";
import { readTurn, type Turn } from "./move_tree";

/** A position and how it came about. */
export interface PositionSpec {
  /** The words after `newgame`. */
  game: string;
  /** `startpos`, or `fen` and a text. */
  start: string;
  moves: string[];
  /** `3 1`, or nothing. */
  dice: string;
}

/** A legal move, and the spots that are still to be clicked. */
export interface MoveClicks {
  move: string;
  spots: string[];
}

/** A position as it is shown, after some clicks. */
export interface View {
  turn: Turn;
  fen: string;
  picture: string;
  result: string;
  ending: string;
  match: string;
  movesByClicks: MoveClicks[];
  /** The spots that may be clicked next. */
  next: string[];
}

export interface PositionAfter {
  moves: string[];
  turn: Turn;
}

/** Sends an engine to positions, with as few lines as possible. */
export class PositionSender {
  private game = "";
  private position = "";

  constructor(readonly engine: Engine) {}

  /** A new engine knows nothing. */
  forget(): void {
    this.game = this.position = "";
  }

  /** Sends it to a position; all lines go at once. Rejected if the position is refused. */
  async go(spec: PositionSpec): Promise<void> {
    const position = `position ${spec.start}${spec.moves.map((m, n) => (n ? " " : " moves ") + m).join("")}`;
    const whole = `${position}|${spec.dice}`;
    const answers: Promise<unknown>[] = [];
    const game = spec.game === this.game;
    if (!game) {
      // Random streams of its own for every game.
      const seed = 1 + Math.floor(Math.random() * 2 ** 52);
      answers.push(this.engine.ask(`newgame ${spec.game}`));
      answers.push(this.engine.ask(`setoption name Seed value ${seed}`));
    }
    if (!game || whole !== this.position) {
      answers.push(this.engine.ask(position));
      if (spec.dice) answers.push(this.engine.ask(`dice ${spec.dice}`));
    }
    // Set at once: what is sent next belongs to this position.
    [this.game, this.position] = [spec.game, whole];
    try {
      await Promise.all(answers);
    } catch (error) {
      this.forget();
      throw error;
    }
  }

  /** Says that what was sent has changed the position. */
  forgetPosition(): void {
    this.position = "";
  }
}

function readMoveClicks(line: string): MoveClicks {
  const [, move = "", ...spots] = line.split(" ");
  return { move, spots };
}

/** The engine that never searches: rules, pictures and clicks, answered at once. */
export class RulesEngine {
  readonly sender: PositionSender;

  constructor(readonly engine: Engine) {
    this.sender = new PositionSender(engine);
  }

  /** The legal moves that some clicks can begin, and the spots that may be clicked next. */
  private async ways(clicks: string): Promise<Pick<View, "movesByClicks" | "next">> {
    try {
      const lines = await this.engine.ask(`spots${clicks}`);
      const next = (lines.pop() ?? "").split(" ").slice(1);
      return { movesByClicks: lines.map(readMoveClicks), next };
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === "need-dice") {
        return { movesByClicks: [], next: [] };
      }
      throw error;
    }
  }

  private async drawn(words: string): Promise<string> {
    const lines = await this.engine.ask(`svg${words}`);
    return lines
      .filter((line) => line.startsWith("svg "))
      .map((line) => line.slice("svg ".length))
      .join("\n");
  }

  async view(spec: PositionSpec, clicked: string[], turned: boolean): Promise<View> {
    const clicks = clicked.map((spot) => ` ${spot}`).join("");
    const [, turn, fen, result, ending, match, ways, picture] = await Promise.all([
      this.sender.go(spec),
      this.engine.words("query turn"),
      this.engine.textAfterFirstWord("fen"),
      this.engine.textAfterFirstWord("query result"),
      this.engine.textAfterFirstWord("query ending"),
      this.engine.textAfterFirstWord("query match"),
      this.ways(clicks),
      this.drawn(`${turned ? " turned" : ""}${clicks}`),
    ]);
    return { turn: readTurn(turn), fen, picture, result, ending, match, ...ways };
  }

  /** A picture of the position after more moves, as many of them as can be played. */
  async preview(spec: PositionSpec, moves: string[], turned: boolean): Promise<string> {
    const orders = [this.sender.go(spec).then(() => true)];
    for (const move of moves) {
      orders.push(
        this.engine.ask(`move ${move}`).then(
          () => true,
          () => false,
        ),
      );
    }
    this.sender.forgetPosition();
    const picture = this.drawn(turned ? " turned" : "");
    await Promise.all(orders);
    return picture;
  }

  /** Carries out a line that changes the position: `move …`, `roll`, `dice 3 1`. */
  async change(spec: PositionSpec, line: string): Promise<PositionAfter & { answer: string }> {
    const ordered = this.sender.go(spec);
    const answer = this.engine.textAfterFirstWord(line);
    this.sender.forgetPosition();
    const [, said, moves, turn] = await Promise.all([
      ordered,
      answer,
      this.engine.words("history"),
      this.engine.words("query turn"),
    ]);
    return { answer: said, moves, turn: readTurn(turn) };
  }

  /** Sets up a position; its start and moves as the engine writes them. */
  async read(game: string, position: string): Promise<PositionSpec> {
    const start = position.replace(/ moves .*$/, "");
    const spec = { game, start, moves: [], dice: "" };
    const ordered = this.sender.go({ ...spec, start: "startpos" });
    const answers = Promise.all([
      this.engine.ask(`position ${position}`),
      this.engine.words("history"),
    ]);
    this.sender.forgetPosition();
    const [, [, moves]] = await Promise.all([ordered, answers]);
    return { ...spec, moves };
  }

  /** What is due in each of these positions, or the error of one that cannot be set up. */
  async turns(specs: PositionSpec[]): Promise<(Turn | Error)[]> {
    const answers = specs.map(async (spec) => {
      const ordered = this.sender.go(spec);
      const turn = this.engine.words("query turn");
      return (await Promise.all([ordered, turn]))[1];
    });
    const settled = await Promise.allSettled(answers);
    return settled.map((answer) =>
      answer.status === "fulfilled" ? readTurn(answer.value) : (answer.reason as Error),
    );
  }

  /** Begins the next game of a match, by `words` if the engine does not know its score; its position. */
  async nextGame(spec: PositionSpec, words = ""): Promise<string> {
    const ordered = this.sender.go(spec);
    const begun = this.engine.ask(`newgame ${words}`.trim());
    this.sender.forget();
    const [, , fen] = await Promise.all([ordered, begun, this.engine.textAfterFirstWord("fen")]);
    return fen;
  }

  /** The players of a variant, as a position may change it. Rejected if there is no such variant. */
  async players(game: string, start = "startpos"): Promise<string[]> {
    const ordered = this.sender.go({ game, start, moves: [], dice: "" });
    const names = this.engine.words("players");
    return (await Promise.all([ordered, names]))[1];
  }
}
