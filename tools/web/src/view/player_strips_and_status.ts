import { writeTime, type Side } from "../game/clock";
import type { GameWithEngine } from "../game/game_with_engine";
import type { Turn } from "../game/move_tree";
import type { Board } from "./board";
import { capital, h } from "./elements_icons_and_clipboard";

/** The name of a side for people: its usual colour. */
export function sideName(game: GameWithEngine, side: Side): string {
  const colour = game.game.sides[side === "p1" ? 0 : 1];
  return capital(colour || (side === "p1" ? "first" : "second"));
}

/** One side: its colour, who plays it, its clock. */
export class Strip {
  readonly element = h("div", { class: "strip" });
  private readonly colour = h("span", { class: "colour", "aria-hidden": "true" });
  private readonly name = h("strong");
  private readonly who = h("span", { class: "quiet" });
  private readonly points = h("span", { class: "points" });
  private readonly clock = h("time", { class: "clock" });

  constructor(
    private readonly game: GameWithEngine,
    private readonly board: Board,
    private readonly top: boolean,
  ) {
    this.element.append(this.colour, this.name, this.points, this.who, this.clock);
  }

  private get side(): Side {
    return this.game.isTurned === this.top ? "p1" : "p2";
  }

  show(): void {
    const { game, side } = this;
    const { player, level } = game.settings.sides[side];
    const played = new RegExp(`${side} (\\d+)`).exec(game.view?.match ?? "")?.[1];
    const points = game.scoreOnTime?.points[side] ?? played;
    this.points.hidden = points === undefined;
    this.points.textContent = String(points ?? "");
    this.points.title = "Points in the match";
    this.colour.style.background = this.board.colour(side);
    this.name.textContent = sideName(game, side);
    this.who.textContent = player ? player + (level ? `, level ${level}` : "") : "";
    this.element.classList.toggle("turn", game.side === side);
    this.element.classList.toggle("thinking", game.side === side && game.activity === "move");
    this.tick();
  }

  tick(): void {
    const { clock } = this.game;
    this.clock.hidden = !clock;
    if (clock) this.clock.textContent = writeTime(clock.time(this.side));
  }
}

/** The last move in words, and the side that made it; of a roll there is nothing to say. */
function lastMove(game: GameWithEngine): { mover: Side; words: string } | undefined {
  const { parent, move } = game.node;
  const { side: mover, due } = parent?.turn ?? { side: "both", due: "" };
  if (mover !== "p1" && mover !== "p2") return undefined;
  const words = move.replace(/^\d\d:/, "").replaceAll(",", " ");
  if (due === "move") return { mover, words: `${sideName(game, mover)} has played ${words}` };
  return mover === game.side ? undefined : { mover, words: `${sideName(game, mover)}: ${words}` };
}

/** The last move, and what is due, or how the game has ended. */
export function statusWords(game: GameWithEngine): string {
  const { view } = game;
  if (!view) return "";
  const last = lastMove(game);
  if (!game.wonOnTime && view.turn.side === "over") {
    const winner = view.result === "p1win" ? "p1" : view.result === "p2win" ? "p2" : undefined;
    const ending = view.ending === "none" ? "" : ` — ${view.ending}`;
    if (last && last.mover === winner) return `${last.words} and wins${ending}`;
    const result = winner ? `${sideName(game, winner)} wins` : last ? "a draw" : "A draw";
    return (last ? `${last.words}; ` : "") + result + ending;
  }
  return (last ? `${last.words}; ` : "") + dueWords(game, view.turn);
}

/** What is due, or who has won on time. */
function dueWords(game: GameWithEngine, { side, due, dice }: Turn): string {
  const name = (each: Side): string => sideName(game, each);
  const isMatchWon = game.scoreOnTime?.isOver;
  if (game.wonOnTime) return `${name(game.wonOnTime)} wins ${isMatchWon ? "the match " : ""}on time`;
  if (side !== "p1" && side !== "p2") return "Both sides roll for the first move";
  if (game.activity === "move") return `${name(side)} is thinking …`;
  if (due === "roll") return `${name(side)} is to roll`;
  const rolled = dice ? ` ${[...dice].join(" and ")}` : "";
  if (due === "move") return rolled ? `${name(side)} has rolled${rolled}` : `${name(side)} to move`;
  return `${name(side)}: ${due.replaceAll("-", " ")}`;
}
