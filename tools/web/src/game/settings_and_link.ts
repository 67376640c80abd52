import type { Side, TimeControl } from "./clock";

/** Who plays a side: a person if `player` is empty. */
export interface SidePlayer {
  player: string;
  level: string;
  /** Milliseconds for a move. */
  movetime: string;
  /** Options of the engine that differ from their defaults. */
  options: Map<string, string>;
}

export type DiceSource = "engine" | "hand";

/** All that makes a game but its moves. */
export interface Settings {
  /** The words after `newgame`. */
  game: string;
  sides: Record<Side, SidePlayer>;
  dice: DiceSource;
  clock: TimeControl | undefined;
}

export const person = (): SidePlayer => ({
  player: "",
  level: "",
  movetime: "1000",
  options: new Map(),
});

/** Everything that a link restores. */
export interface Link {
  settings: Settings;
  start: string;
  /** As `writeTree` writes it. */
  tree: string;
  /** The moves that lead to the position shown. */
  shownMoves: string;
  dice: string;
}

function writeContender(side: SidePlayer): string {
  if (!side.player) return "person";
  const options = [...side.options].map(([name, value]) => `;${name}=${value}`).join("");
  return `${side.player};movetime=${side.movetime};level=${side.level}${options}`;
}

function readContender(text: string): SidePlayer {
  const [player = "", ...words] = text.split(";");
  const options = new Map(
    words.map((word) => [word.replace(/=.*/s, ""), word.replace(/^.*?=/s, "")]),
  );
  const [movetime, level] = [options.get("movetime"), options.get("level")];
  options.delete("movetime");
  options.delete("level");
  return {
    player: player === "person" ? "" : player,
    level: level ?? "",
    movetime: /^\d{1,7}$/.test(movetime ?? "") ? (movetime ?? "") : "1000",
    options,
  };
}

/** The part of the address after `#`. */
export function writeLink(link: Link): string {
  const { settings } = link;
  const words = new URLSearchParams({ game: settings.game });
  if (link.start !== "startpos") words.set("start", link.start);
  words.set("p1", writeContender(settings.sides.p1));
  words.set("p2", writeContender(settings.sides.p2));
  if (settings.dice === "hand") words.set("rolls", "hand");
  if (settings.clock) words.set("clock", `${settings.clock.minutes}+${settings.clock.increment}`);
  if (link.tree) words.set("moves", link.tree);
  if (link.shownMoves) words.set("at", link.shownMoves);
  if (link.dice) words.set("dice", link.dice);
  return words
    .toString()
    .replaceAll("%2C", ",")
    .replaceAll("%2F", "/")
    .replaceAll("%3A", ":")
    .replaceAll("%40", "@")
    .replaceAll("%3B", ";")
    .replaceAll("%28", "(")
    .replaceAll("%29", ")");
}

export function readLink(text: string): Link | undefined {
  const words = new URLSearchParams(text.replace(/^#/, ""));
  // One word a line: what a link says must not become a second line.
  const word = (name: string): string => (words.get(name) ?? "").replace(/[\0-\x1f]+/g, " ").trim();
  const game = word("game");
  if (!game) return undefined;
  const [, minutes = 0, increment = 0] =
    /^(\d{1,4}(?:\.\d+)?)\+(\d{1,4}(?:\.\d+)?)$/.exec(word("clock")) ?? [];
  const clock = { minutes: Number(minutes), increment: Number(increment) };
  return {
    settings: {
      game,
      sides: {
        p1: readContender(word("p1") || "person"),
        p2: readContender(word("p2") || "person"),
      },
      dice: word("rolls") === "hand" ? "hand" : "engine",
      clock: clock.minutes > 0 || clock.increment > 0 ? clock : undefined,
    },
    start: word("start") || "startpos",
    tree: word("moves"),
    shownMoves: word("at"),
    dice: word("dice"),
  };
}
