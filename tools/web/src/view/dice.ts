import type { GameWithEngine } from "../game/game_with_engine";
import { h } from "./elements_icons_and_clipboard";

const FACES = ["⚀", "⚁", "⚂", "⚃", "⚄", "⚅"];

/** Where dice are rolled, or set by hand. */
export class Dice {
  readonly element = h("div", { class: "dice", role: "group", "aria-label": "Dice", hidden: true });
  private readonly chosen: (number | undefined)[] = [undefined, undefined];

  constructor(private readonly game: GameWithEngine) {}

  show(): void {
    const { game } = this;
    const due = game.view?.turn.due ?? "";
    const hand = game.settings.dice === "hand" || game.paused || game.node.children.length > 0;
    const shown = game.game.dice && hand && due.startsWith("roll") && !game.sideOutOfTime;
    if (shown === !this.element.hidden) return;
    this.element.hidden = !shown;
    this.chosen.fill(undefined);
    this.draw();
  }

  private draw(): void {
    const rows = [0, 1].map((die) =>
      h(
        "div",
        { class: "row" },
        ...FACES.map((face, at) =>
          h(
            "button",
            {
              type: "button",
              "aria-label": `${die === 0 ? "First" : "Second"} die: ${at + 1}`,
              "aria-pressed": String(this.chosen[die] === at + 1),
              onclick: () => this.choose(die, at + 1),
            },
            face,
          ),
        ),
      ),
    );
    const roll = h(
      "button",
      { type: "button", class: "primary", onclick: () => this.game.roll() },
      "Roll",
    );
    this.element.replaceChildren(h("div", {}, ...rows), roll);
  }

  private choose(die: number, value: number): void {
    this.chosen[die] = value;
    const [first, second] = this.chosen;
    if (first && second) void this.game.setDice(first, second);
    else this.draw();
  }
}
