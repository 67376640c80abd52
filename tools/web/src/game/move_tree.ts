import type { Score } from "./score_and_info";

/** What is due and from whom, as `query turn` says it. */
export interface Turn {
  side: "p1" | "p2" | "both" | "over";
  /** `move`, `roll`, or a word for another decision. */
  due: string;
  /** The dice that are given: `31`, or nothing. */
  dice: string;
}

export function readTurn(words: string[]): Turn {
  const [side = "over", due = "", dice = ""] = words;
  return { side: side === "p1" || side === "p2" || side === "both" ? side : "over", due, dice };
}

/** A position of the game: what was played to reach it, and what was played from it. */
export class MoveNode {
  readonly children: MoveNode[] = [];
  readonly ply: number;
  turn: Turn | undefined;
  /** Dice given here, as words of `dice`: `3 1`. */
  dice = "";
  score: Score | undefined;
  /** Why the engine chose this move. */
  reason = "";

  constructor(
    readonly parent: MoveNode | undefined,
    readonly move: string,
  ) {
    this.ply = parent ? parent.ply + 1 : 0;
  }

  /** The moves from the start to here. */
  moves(): string[] {
    return this.line().map((node) => node.move);
  }

  /** The nodes from the first move to here. */
  line(): MoveNode[] {
    const nodes: MoveNode[] = [];
    for (let node: MoveNode = this; node.parent; node = node.parent) nodes.push(node);
    return nodes.reverse();
  }

  /** The node after a move, which is added if it is new. */
  child(move: string): MoveNode {
    const known = this.children.find((node) => node.move === move);
    if (known) return known;
    const added = new MoveNode(this, move);
    this.children.push(added);
    return added;
  }

  /** Takes the dice from the first move played here, which is written with them; whether it has. */
  takeDiceOfMove(): boolean {
    const [, first, second] = /^(\d)(\d):/.exec(this.children[0]?.move ?? "") ?? [];
    if (this.dice || !first || !second) return false;
    this.dice = `${first} ${second}`;
    return true;
  }

  /** The node at the end of these moves. */
  addMoves(moves: string[]): MoveNode {
    return moves.reduce<MoveNode>((node, move) => node.child(move), this);
  }

  /** The node after these moves, as far as they are known. */
  follow(moves: string[]): MoveNode {
    let node: MoveNode = this;
    for (const move of moves) {
      const next = node.children.find((child) => child.move === move);
      if (!next) break;
      node = next;
    }
    return node;
  }

  /** The last node of the line that goes on from here. */
  end(): MoveNode {
    let node: MoveNode = this;
    while (node.children[0]) node = node.children[0];
    return node;
  }

  /** Makes the line to here the main line. */
  promote(): void {
    for (const node of this.line()) {
      const rows = node.parent?.children ?? [];
      rows.splice(rows.indexOf(node), 1);
      rows.unshift(node);
    }
  }

  /** Takes this move and all after it out of the game. */
  remove(): void {
    const rows = this.parent?.children ?? [];
    const at = rows.indexOf(this);
    if (at >= 0) rows.splice(at, 1);
  }

  /** This node and all after it. */
  *all(): Generator<MoveNode> {
    const waiting: MoveNode[] = [this];
    for (let node = waiting.pop(); node; node = waiting.pop()) {
      yield node;
      waiting.push(...node.children);
    }
  }
}

/** The moves after a node as one line; variations follow the move that they replace, in brackets. */
export function writeTree(root: MoveNode): string {
  const words: string[] = [];
  const write = (from: MoveNode): void => {
    let node = from;
    while (node.children[0]) {
      const [main, ...others] = node.children;
      words.push(main.move);
      for (const other of others) {
        words.push("(", other.move);
        write(other);
        words.push(")");
      }
      node = main;
    }
  };
  write(root);
  return words.join(" ").replaceAll("( ", "(").replaceAll(" )", ")");
}

/** Adds what `writeTree` has written to a node. */
export function readTree(root: MoveNode, text: string): void {
  const open: MoveNode[] = [];
  let node = root;
  for (const word of text.replace(/[()]/g, " $& ").split(/\s+/)) {
    if (word === "(") {
      open.push(node);
      node = node.parent ?? root;
    } else if (word === ")") node = open.pop() ?? node;
    else if (word !== "") node = node.child(word);
  }
}
