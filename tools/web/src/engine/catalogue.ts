import { EngineError, type Engine } from "./client";

/** A key of `newgame` with the values that it takes. */
export interface NewgameKey {
  name: string;
  /** The values as the engine writes them: `6-8`, `on|off`, `n`. */
  usage: string;
  choices: string[];
  least: number | undefined;
  most: number | undefined;
}

export interface Player {
  name: string;
  about: string;
}

export interface Game {
  name: string;
  title: string;
  about: string;
  sides: [string, string];
  dice: boolean;
  /** A score of x hundredths is a winning chance of 1 / (1 + exp(−x / chanceScale)). */
  chanceScale: number;
  keys: NewgameKey[];
  players: Player[];
  /** What the engine says about moves and positions. */
  notationHelp: string[];
}

export interface Option {
  name: string;
  type: string;
  default: string;
  least: number | undefined;
  most: number | undefined;
  choices: string[];
  uses: OptionUse[];
}

/** What an option does, for these players alone; for any player if there are none. */
export interface OptionUse {
  players: string[];
  about: string;
}

export interface Catalogue {
  engine: string;
  games: Game[];
  options: Option[];
}

const CHANCE_SCALE = 175; // of a game that describes none

const number = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : Number(text);

/** Reads the keys of a line such as `newgame name [key 6-8] [key a|b]: about the game`. */
export function readKeys(usage: string): NewgameKey[] {
  return [...usage.matchAll(/\[(\S+) ([^\]]+)\]/g)].map(([, name = "", values = ""]) => {
    const [, least, most] = /^(\d+)-(\d+)$/.exec(values) ?? [];
    const choices = values.includes("|") ? values.split("|") : [];
    return { name, usage: values, choices, least: number(least), most: number(most) };
  });
}

/** Reads a line such as `option name Two Words type spin default 1 min 0 max 9`. */
export function readOption(line: string): Option | undefined {
  const [, name, type, rest = ""] = /^option name (.+?) type (\S+)(.*)$/.exec(line) ?? [];
  if (name === undefined || type === undefined) return undefined;
  const [, initial = ""] = / default (.*?)(?= (?:min|max|var) |$)/.exec(rest) ?? [];
  return {
    name,
    type,
    default: initial,
    least: number(/ min (-?\d+)/.exec(rest)?.[1]),
    most: number(/ max (-?\d+)/.exec(rest)?.[1]),
    choices: [...rest.matchAll(/ var (\S+)/g)].map(([, word = ""]) => word),
    uses: [],
  };
}

/** The lines `help   <name>: <text>` of a help text. */
function explained(lines: string[]): Map<string, string> {
  const texts = new Map<string, string>();
  for (const line of lines) {
    const [, name, text] = /^help {2,}(.+?): (.*)$/.exec(line) ?? [];
    if (name !== undefined && text !== undefined) texts.set(name, text);
  }
  return texts;
}

/**
 * What `help setoption` says of each option: `help   <name>: <text>`, or where only some players
 * use it, a line `help   <name> (<player>, <player>): <text>` for each game.
 */
function readUses(help: string[]): Map<string, OptionUse[]> {
  const uses = new Map<string, OptionUse[]>();
  for (const line of help) {
    const [, name, players, about] = /^help {2,}(.+?)(?: \((.+?)\))?: (.*)$/.exec(line) ?? [];
    if (name === undefined || about === undefined) continue;
    const use = { players: players?.split(", ") ?? [], about };
    uses.set(name, [...(uses.get(name) ?? []), use]);
  }
  return uses;
}

async function readGame(engine: Engine, name: string): Promise<Game> {
  const [, facts, names, players, help] = await Promise.all([
    engine.ask(`newgame ${name}`),
    engine.ask("describe"),
    engine.words("players"),
    engine.ask("help players"),
    engine.ask(`help ${name}`),
  ]);
  const fact = new Map(
    facts.map((line) => {
      const [, key = "", value = ""] = /^describe (\S+) (.*)$/.exec(line) ?? [];
      return [key, value];
    }),
  );
  const [first = "", second = ""] = (fact.get("sides") ?? "").split(" ");
  const abouts = explained(players);
  const keys = help.find((line) => line.startsWith(`help   newgame ${name}`)) ?? "";
  return {
    name,
    title: fact.get("title") ?? name,
    about: (help[0] ?? "").replace(/^help [^:]*: /, ""),
    sides: [first, second],
    dice: fact.get("dice") === "yes",
    chanceScale: Number(fact.get("chance") ?? CHANCE_SCALE),
    keys: readKeys(keys),
    players: names.map((player) => ({ name: player, about: abouts.get(player) ?? "" })),
    notationHelp: help
      .filter((line) => /^help {3}a (move|position)/.test(line))
      .map((line) => line.slice("help   ".length)),
  };
}

/** Asks the engine for all that it plays. Its game is then any of them. */
export async function readCatalogue(engine: Engine): Promise<Catalogue> {
  const [ugi, help, names] = await Promise.all([
    engine.ask("ugi"),
    engine.ask("help setoption"),
    engine.words("games"),
  ]);
  const games = await Promise.all(names.map((name) => readGame(engine, name)));
  const uses = readUses(help);
  const options = ugi
    .map(readOption)
    .filter((option) => option !== undefined)
    .map((option) => ({ ...option, uses: uses.get(option.name) ?? [] }));
  const id = ugi.find((line) => line.startsWith("id name ")) ?? "";
  return { engine: id.slice("id name ".length), games, options };
}

/** The game that the words after `newgame` name; the first if there is no such game. */
export function gameOf({ games }: Catalogue, words: string): Game {
  const name = words.split(" ")[0];
  const game = games.find((each) => each.name === name) ?? games[0];
  if (!game) throw new EngineError("closed", "the engine has no game");
  return game;
}
