import type { GameWithEngine } from "../game/game_with_engine";
import type { Info } from "../game/score_and_info";
import type { Board } from "./board";
import { h } from "./elements_icons_and_clipboard";

const SVG = "http://www.w3.org/2000/svg";

function short(number: string): string {
  const value = Number(number);
  if (value >= 1e6) return `${(value / 1e6).toFixed(1)} M`;
  return value >= 1e4 ? `${Math.round(value / 1e3)} k` : number;
}

/** The bar beside the board. */
export class EvaluationBar {
  private readonly share = h("div", { class: "share" });
  readonly element = h(
    "div",
    {
      class: "bar",
      role: "meter",
      "aria-label": "First's chances in per cent",
      "aria-valuemin": 0,
      "aria-valuemax": 100,
    },
    this.share,
  );

  constructor(
    private readonly game: GameWithEngine,
    private readonly board: Board,
  ) {}

  show(): void {
    const { game } = this;
    this.element.style.setProperty("--first", this.board.colour("p1"));
    this.element.style.setProperty("--second", this.board.colour("p2"));
    const score = game.node.score ?? game.node.parent?.score;
    const per = Math.round((score?.firstsChance ?? 0.5) * 100);
    this.element.hidden = !game.analysing;
    this.element.setAttribute("aria-valuenow", String(per));
    this.element.setAttribute("aria-valuetext", score?.text ?? "unknown");
    this.element.title = score?.text ?? "";
    this.element.classList.toggle("turned", game.isTurned);
    this.share.style.height = `${per}%`;
  }
}

/** What the engine thinks: its best lines, and the graph over the game. */
export class Evaluation {
  readonly element: HTMLElement;
  private readonly toggle: HTMLButtonElement;
  private readonly body = h("div", { class: "analysis" });
  private readonly graph = h("div", { class: "graph" });
  private readonly judgeButton: HTMLButtonElement;
  private drawn = "";

  constructor(
    private readonly game: GameWithEngine,
    private readonly board: Board,
  ) {
    this.toggle = h(
      "button",
      { type: "button", class: "switch", onclick: () => game.setAnalysing(!game.analysing) },
      "Analysis",
    );
    this.judgeButton = h(
      "button",
      { type: "button", class: "text", onclick: () => game.judgeEveryMove() },
      "Judge every move",
    );
    this.element = h(
      "section",
      { class: "panel" },
      h("h2", {}, this.toggle),
      this.body,
      this.graph,
      this.judgeButton,
    );
  }

  show(): void {
    const { game } = this;
    this.toggle.setAttribute("aria-pressed", String(game.analysing));
    const scored = [...game.node.end().line()].filter((node) => node.score).length > 1;
    this.body.hidden = !game.analysing;
    const over = game.view?.turn.side === "over";
    this.judgeButton.hidden = game.root.children.length === 0 || !(game.analysing || over);
    this.graph.hidden = !scored || this.judgeButton.hidden;
    this.judgeButton.disabled = game.activity === "judge";
    this.judgeButton.textContent = game.activity === "judge" ? "Judging …" : "Judge every move";
    if (game.analysing) this.showLines(game.activity === "move" ? [] : game.searchLines);
    if (!this.graph.hidden) this.showGraph();
  }

  private showLines(lines: Info[]): void {
    const key = JSON.stringify(lines);
    // A line that is being looked at stays where it is.
    if (key === this.drawn || this.board.previewing) return;
    this.drawn = key;
    const [best] = lines;
    const rows = lines.map((info) => this.searchLineElement(info));
    if (best) {
      const facts = [`depth ${best.depth}`, `${short(best.nodes)} nodes`];
      if (Number(best.nps) > 0) facts.push(`${short(best.nps)} a second`);
      rows.push(h("p", { class: "quiet" }, facts.join(" · ")));
    } else rows.push(h("p", { class: "quiet" }, "…"));
    this.body.replaceChildren(...rows);
  }

  private searchLineElement(info: Info): HTMLElement {
    const moves = info.pv.map((move, at) => {
      const played = info.pv.slice(0, at + 1);
      const play = at === 0 ? () => this.game.play(move) : undefined;
      const element = h(at === 0 ? "button" : "span", { class: "pv", onclick: play }, move);
      this.board.previewOn(element, played);
      return element;
    });
    return h("div", { class: "line" }, h("b", {}, info.score?.text ?? ""), h("div", {}, ...moves));
  }

  private showGraph(): void {
    const { game } = this;
    const nodes = [game.root, ...game.node.end().line()];
    const svg = document.createElementNS(SVG, "svg");
    const width = Math.max(nodes.length - 1, 1);
    svg.setAttribute("viewBox", `0 0 ${width} 100`);
    svg.setAttribute("preserveAspectRatio", "none");
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", "First's chances over the game");
    const points = nodes.flatMap((node, at) =>
      node.score ? [`${at},${(100 - 100 * node.score.firstsChance).toFixed(1)}`] : [],
    );
    const first = points[0]?.split(",")[0] ?? "0";
    const last = points.at(-1)?.split(",")[0] ?? "0";
    const draw = (d: string, kind: string): void => {
      const path = document.createElementNS(SVG, "path");
      path.setAttribute("d", d);
      path.setAttribute("class", kind);
      svg.append(path);
    };
    if (points.length > 1) {
      draw(`M${first},100 L${points.join(" L")} L${last},100 Z`, "area");
      draw(`M${points.join(" L")}`, "curve");
    }
    draw(`M0,50 H${width}`, "middle");
    draw(`M${game.node.ply},0 V100`, "now");
    svg.addEventListener("click", (event) => {
      const box = svg.getBoundingClientRect();
      const node = nodes[Math.round(((event.clientX - box.left) / box.width) * width)];
      if (node) void game.visit(node);
    });
    this.graph.replaceChildren(svg);
  }
}
