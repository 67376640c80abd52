import type { Side } from "./clock";
import type { View } from "./rules_engine";

/** The score of a match after a game that was lost on time, which the engine does not count. */
export interface MatchScore {
  points: Record<Side, number>;
  isOver: boolean;
  /** The words after `newgame` for the next game. */
  nextGame: string;
}

/**
 * The score after a game with these words of `newgame`, shown as it was lost; none without a match.
 * The game counts as much as the cube; while a double is not answered, as the cube before it.
 * Cube and length are read from the position's text, an XGID.
 */
export function scoreOnTime(game: string, view: View, winner: Side): MatchScore | undefined {
  const [, p1, p2] = /^p1 (\d+) p2 (\d+) playing$/.exec(view.match) ?? [];
  const [, cube, goal] = /^XGID=[^:]*:(\d+):(?:[^:]*:){6}(\d+):/.exec(view.fen) ?? [];
  if (!p1 || !p2 || !cube || !goal) return undefined;
  const countsGames = / best \d/.test(game);
  const length = Number(goal);
  const points = { p1: Number(p1), p2: Number(p2) };
  const isAfterCrawford = Math.max(points.p1, points.p2) === length - 1;
  points[winner] += countsGames ? 1 : 2 ** Number(cube);
  const words = [game, ...(countsGames ? [] : ["match", length]), "score", points.p1, points.p2];
  return {
    points,
    isOver: points[winner] >= length,
    nextGame: [...words, ...(isAfterCrawford ? ["crawford off"] : [])].join(" "),
  };
}
