import type { GameWithEngine } from "../game/game_with_engine";
import { writeTree, type MoveNode } from "../game/move_tree";
import { button, h } from "./elements_icons_and_clipboard";

/** The side that made a move. */
const mover = (node: MoveNode): string => node.parent?.turn?.side ?? "";

/** The number that is written before a move: of the first move of each round. */
function roundNumbers(line: MoveNode[], from: number): string[] {
  let round = from;
  let last = "";
  let opener = "";
  return line.map((node) => {
    const side = mover(node);
    opener ||= side;
    const begins = side === opener && side !== last;
    if (begins) round += 1;
    last = side;
    return begins ? `${round}.` : "";
  });
}

/** The moves of the game with all variations. */
export class Moves {
  readonly element: HTMLElement;
  private readonly list = h("div", { class: "moves", role: "group", "aria-label": "Moves" });

  private shown = "";

  constructor(private readonly game: GameWithEngine) {
    const go = (node: MoveNode | undefined): void => void (node && game.visit(node));
    const keys = h(
      "div",
      { class: "buttons", role: "group", "aria-label": "Go through the game" },
      button("first", "To the start", () => go(game.root)),
      button("back", "One move back", () => go(game.node.parent)),
      button("on", "One move on", () => go(game.node.children[0])),
      button("last", "To the end", () => go(game.node.end())),
    );
    const remove = button("cross", "Remove this move and what follows", () => {
      const { node } = game;
      if (!node.parent) return;
      node.remove();
      go(node.parent);
    });
    keys.append(remove);
    this.element = h("section", { class: "panel" }, h("h2", {}, "Moves"), this.list, keys);
  }

  show(): void {
    const { root, node } = this.game;
    const key = `${writeTree(root)}|${node.moves().join(" ")}|${node.reason}`;
    if (key === this.shown) return;
    this.shown = key;
    const held = this.list.contains(document.activeElement);
    const rows = this.line(root, 0);
    if (rows.length === 0) rows.push(h("p", { class: "quiet" }, "No move has been played."));
    this.list.replaceChildren(...rows);
    const { list } = this;
    const current = list.querySelector<HTMLElement>('[aria-current="true"]');
    if (!current) return;
    if (held) current.focus({ preventScroll: true });
    const top = current.offsetTop - list.offsetTop;
    if (top < list.scrollTop || top > list.scrollTop + list.clientHeight - 30) {
      list.scrollTop = top - list.clientHeight / 2;
    }
  }

  /** The main line after a node, with the variations after the moves that they replace. */
  private line(from: MoveNode, round: number): HTMLElement[] {
    const nodes = from.end().line().slice(from.ply);
    const numbers = roundNumbers(nodes, round);
    const rows: HTMLElement[] = [];
    let at = round;
    nodes.forEach((node, index) => {
      const number = numbers[index] ?? "";
      if (number) at += 1;
      rows.push(this.move(node, number));
      for (const other of node.parent?.children.slice(1) ?? []) {
        if (node.parent?.children[0] !== node) continue;
        const before = number ? at - 1 : at;
        rows.push(
          h("div", { class: "variation" }, this.move(other, number), ...this.line(other, before)),
        );
      }
    });
    return rows;
  }

  private move(node: MoveNode, number: string): HTMLElement {
    const current = node === this.game.node;
    const [, dice, move = node.move] = /^(\d\d):(.*)$/.exec(node.move) ?? [];
    return h(
      "button",
      {
        type: "button",
        class: "move",
        title: node.reason,
        "aria-current": current && "true",
        tabindex: current || (this.game.node === this.game.root && node.ply === 1) ? 0 : -1,
        onclick: () => this.game.visit(node),
      },
      number !== "" && h("span", { class: "number" }, number),
      dice !== undefined && h("span", { class: "rolled" }, dice),
      move.replaceAll(",", " "),
    );
  }
}
