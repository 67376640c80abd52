/** A judgement of a position from the point of view of First. */
export interface Score {
  /** First's chances, from 0 to 1. */
  firstsChance: number;
  /** The score in short: `+0.35`, `M7`. */
  text: string;
}

export interface Info {
  depth: string;
  rank: number;
  score: Score | undefined;
  pv: string[];
  nodes: string;
  nps: string;
  /** The text of `info string`. */
  reason: string;
}

function scoreOf(
  words: Map<string, string>,
  kind: string,
  sign: number,
  chanceScale: number,
): Score | undefined {
  const value = Number(words.get(kind));
  if (Number.isNaN(value)) return undefined;
  const own = value * sign;
  if (kind === "mate") {
    const wins = value === 0 ? sign < 0 : own > 0;
    return { firstsChance: wins ? 1 : 0, text: `${wins ? "+" : "−"}M${Math.abs(value)}` };
  }
  const win = Number(words.get("win"));
  const chances = Number.isNaN(win) ? 1 / (1 + Math.exp(-value / chanceScale)) : win;
  const text = (Math.abs(own) / 100).toFixed(2);
  return { firstsChance: sign > 0 ? chances : 1 - chances, text: (own < 0 ? "−" : "+") + text };
}

/** Reads an `info` line of a search for the side `p1` or `p2`, in a game with this `chanceScale`. */
export function readInfo(line: string, side: string, chanceScale: number): Info {
  const string = / string (.*)$/.exec(line)?.[1] ?? "";
  const words = line.replace(/ string .*$/, "").split(" ");
  const pv = words.indexOf("pv");
  const facts = new Map<string, string>();
  words.slice(1, pv < 0 ? undefined : pv).forEach((word, at, all) => {
    if (!/^[-\d.]/.test(word)) facts.set(word, all[at + 1] ?? "");
  });
  const sign = side === "p2" ? -1 : 1;
  return {
    depth: facts.get("depth") ?? "",
    rank: Number(facts.get("multipv") ?? 1),
    score: scoreOf(facts, "mate", sign, chanceScale) ?? scoreOf(facts, "cp", sign, chanceScale),
    pv: pv < 0 ? [] : words.slice(pv + 1),
    nodes: facts.get("nodes") ?? "",
    nps: facts.get("nps") ?? "",
    reason: string,
  };
}

/** The score of a game that is over. */
export function finalScore(result: string): Score {
  if (result === "p1win") return { firstsChance: 1, text: "1–0" };
  if (result === "p2win") return { firstsChance: 0, text: "0–1" };
  return { firstsChance: 0.5, text: "½–½" };
}
