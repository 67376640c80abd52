import type { GameWithEngine } from "../game/game_with_engine";
import type { Board } from "./board";
import { h } from "./elements_icons_and_clipboard";

const MOST = 60; // moves that are listed

/** What a player thinks of each move. */
export class Explain {
  readonly element: HTMLElement;
  private readonly toggle: HTMLButtonElement;
  private readonly choice: HTMLSelectElement;
  private readonly list = h("div", { class: "opinions" });
  private readonly body: HTMLElement;
  private drawn: unknown;
  private players: string[] = [];

  constructor(
    private readonly game: GameWithEngine,
    private readonly board: Board,
  ) {
    this.toggle = h(
      "button",
      { type: "button", class: "switch", onclick: () => game.setExplaining(!game.explaining) },
      "Every move explained",
    );
    this.choice = h("select", {
      "aria-label": "Explained by",
      onchange: () => game.setExplaining(true, this.choice.value),
    });
    this.body = h("div", {}, h("label", { class: "row by" }, "by ", this.choice), this.list);
    this.element = h("section", { class: "panel" }, h("h2", {}, this.toggle), this.body);
  }

  show(): void {
    const { game } = this;
    this.toggle.setAttribute("aria-pressed", String(game.explaining));
    this.body.hidden = !game.explaining;
    if (this.players !== game.players) {
      this.players = game.players;
      const abouts = new Map(game.game.players.map(({ name, about }) => [name, about]));
      this.choice.replaceChildren(
        ...game.players.map((name) => h("option", { value: name, title: abouts.get(name) }, name)),
      );
    }
    this.choice.value = game.adviser || (game.players[0] ?? "");
    if (this.drawn === game.opinions && game.opinions.length > 0) return;
    this.drawn = game.opinions;
    const rows = game.opinions.slice(0, MOST).map(({ move, value, words }) => {
      const row = h(
        "button",
        { type: "button", class: "opinion", onclick: () => game.play(move) },
        h("b", {}, move.replaceAll(",", " ")),
        h("span", { class: "worth" }, value.replace(/^-(?=.)/, "−")),
        h("span", { class: "words" }, words),
      );
      this.board.previewOn(row, [move]);
      return row;
    });
    if (rows.length === 0) {
      const text = game.activity === "explain" ? "Thinking …" : "Nothing to decide here.";
      this.list.replaceChildren(h("p", { class: "quiet" }, text));
    } else this.list.replaceChildren(...rows);
  }
}
