import type { GameWithEngine } from "../game/game_with_engine";
import { readLink, type Link } from "../game/settings_and_link";
import { Board } from "./board";
import type { Console } from "./console";
import { Dice } from "./dice";
import { button, copy, h } from "./elements_icons_and_clipboard";
import { EvaluationBar, Evaluation } from "./evaluation_bar_and_panel";
import { Explain } from "./explanation_panel";
import { Moves } from "./move_list";
import { PositionDialog } from "./position_dialog";
import { NewGameDialog } from "./new_game_dialog";
import { statusWords, Strip } from "./player_strips_and_status";

type Theme = "" | "light" | "dark";
const TICK_MS = 100;

/** All that is on the page. */
export class Page {
  readonly element: HTMLElement;
  private readonly board: Board;
  private readonly bar: EvaluationBar;
  private readonly strips: Strip[];
  private readonly dice: Dice;
  private readonly moves: Moves;
  private readonly evaluation: Evaluation;
  private readonly explain: Explain;
  private readonly setup: NewGameDialog;
  private readonly position: PositionDialog;
  private readonly title = h("button", { type: "button", class: "title" });
  private readonly status = h("p", { class: "status", role: "status" });
  private readonly reason = h("p", { class: "reason", "aria-live": "polite" });
  private readonly fault = h("div", { class: "fault toast", role: "alert", hidden: true });
  private readonly undo: HTMLButtonElement;
  private readonly hint: HTMLButtonElement;
  private readonly play: HTMLButtonElement;
  private readonly afterGameButtons = h("div", { class: "again", hidden: true });
  private drawingDue = false;
  private address = "";

  constructor(
    private readonly game: GameWithEngine,
    lines: Console,
  ) {
    this.board = new Board(game);
    this.bar = new EvaluationBar(game, this.board);
    this.strips = [new Strip(game, this.board, true), new Strip(game, this.board, false)];
    this.dice = new Dice(game);
    this.moves = new Moves(game);
    this.evaluation = new Evaluation(game, this.board);
    this.explain = new Explain(game, this.board);
    this.setup = new NewGameDialog(game);
    this.position = new PositionDialog(game);
    this.title.addEventListener("click", () => this.setup.open());
    this.undo = button("undo", "Undo", () => game.undo(), true);
    this.hint = button("hint", "Hint", () => game.askHint(), true);
    this.play = button("play", "Let the engine move", () => this.playOrPause());
    this.element = this.layout(lines);
    game.onChange(() => this.show());
    addEventListener("hashchange", () => void this.openChangedAddress());
    addEventListener("keydown", (event) => this.onKey(event));
    setInterval(() => {
      game.tick();
      for (const strip of this.strips) strip.tick();
    }, TICK_MS);
    this.theme((localStorage.getItem("theme") as Theme | null) ?? "");
  }

  private layout(lines: Console): HTMLElement {
    const { game } = this;
    const [top, bottom] = this.strips;
    const header = h(
      "header",
      { class: "top" },
      h("h1", {}, "Parlour"),
      this.title,
      h(
        "nav",
        { "aria-label": "Page" },
        button("plus", "New game", () => this.setup.open(), true),
        button("board", "Position", () => this.position.open()),
        button("share", "Copy a link to this game", () => this.share()),
        button("theme", "Light or dark", () => this.nextTheme()),
        button("lines", "Lines of the engine", () => lines.toggle()),
      ),
    );
    const actions = h(
      "div",
      { class: "buttons actions", role: "group", "aria-label": "Game" },
      this.undo,
      this.hint,
      this.play,
      button("flip", "Turn the board", () => game.flip()),
    );
    const table = h(
      "section",
      { class: "table", "aria-label": "Board" },
      top?.element,
      h("div", { class: "play" }, this.bar.element, this.board.element),
      bottom?.element,
      this.dice.element,
      actions,
    );
    const side = h(
      "aside",
      { class: "side", "aria-label": "Game" },
      h("div", { class: "say" }, this.status, this.reason, this.afterGameButtons),
      this.moves.element,
      this.evaluation.element,
      this.explain.element,
    );
    return h(
      "div",
      { id: "page" },
      header,
      h("main", {}, table, side),
      lines.element,
      this.setup.element,
      this.position.element,
      this.fault,
    );
  }

  /** Restores what a link says, or begins a game. */
  async open(link: Link | undefined): Promise<void> {
    const { game } = this;
    if (link) {
      try {
        await game.restore(link);
        return;
      } catch (error) {
        await game.begin(game.settings);
        game.fail(error);
      }
    } else await game.begin(game.settings);
  }

  private async openChangedAddress(): Promise<void> {
    if (location.hash === this.address) return;
    await this.open(readLink(location.hash));
  }

  private show(): void {
    if (this.drawingDue) return;
    this.drawingDue = true;
    requestAnimationFrame(() => {
      this.drawingDue = false;
      this.draw();
    });
  }

  private draw(): void {
    const { game } = this;
    const [, ...words] = game.settings.game.split(" ");
    this.title.replaceChildren(game.game.title, h("span", { class: "quiet" }, words.join(" ")));
    document.title = `${game.game.title} · Parlour`;
    this.board.show();
    for (const strip of this.strips) strip.show();
    this.bar.show();
    this.dice.show();
    this.moves.show();
    this.evaluation.show();
    this.explain.show();
    this.tellStatus();
    this.undo.disabled = !game.node.parent;
    this.hint.disabled = !game.mayMove || game.activity === "hint";
    this.showPlay();
    this.showAgain();
    if (game.error) this.tell(game.error);
    else this.fault.hidden = true;
    this.write();
  }

  private tellStatus(): void {
    const { game } = this;
    const said = statusWords(game);
    if (this.status.textContent !== said) this.status.textContent = said;
    const reason =
      game.activity === "hint"
        ? "Looking for a hint …"
        : (game.hint?.text ?? (game.node.reason && `${game.node.move}: ${game.node.reason}`));
    if (this.reason.textContent !== reason) this.reason.textContent = reason;
  }

  /** The engine is busy: pause it. It is not: have it move. */
  private showPlay(): void {
    const { game } = this;
    const { sides } = game.settings;
    const running = sides.p1.player !== "" && sides.p2.player !== "" && !game.paused;
    const pause = running && game.node.children.length === 0 && game.view?.turn.side !== "over";
    const words = pause ? "Pause" : "Let the engine move";
    if (this.play.title === words) return;
    const fresh = button(pause ? "pause" : "play", words, () => undefined);
    this.play.replaceChildren(...fresh.childNodes);
    this.play.title = words;
    this.play.setAttribute("aria-label", words);
  }

  private playOrPause(): void {
    if (this.play.title === "Pause") void this.game.setPaused(true);
    else void this.game.moveNow();
  }

  private showAgain(): void {
    const { game } = this;
    const over = game.view?.turn.side === "over" || game.sideOutOfTime !== undefined;
    const hidden = this.afterGameButtons.hidden;
    this.afterGameButtons.hidden = !over;
    if (!over || !hidden) return;
    const { scoreOnTime } = game;
    const match = scoreOnTime ? !scoreOnTime.isOver : game.view?.match.endsWith("playing");
    this.afterGameButtons.replaceChildren(
      match
        ? h(
            "button",
            { class: "primary", type: "button", onclick: () => game.nextGame() },
            "Next game of the match",
          )
        : h(
            "button",
            { class: "primary", type: "button", onclick: () => game.begin(game.settings) },
            "Play again",
          ),
    );
  }

  private tell(text: string): void {
    if (this.fault.textContent !== text) this.fault.textContent = text;
    this.fault.hidden = false;
  }

  /** Writes the state to the address, so that it can be sent, and a reload restores it. */
  private write(): void {
    const address = `#${this.game.link()}`;
    if (address === this.address || !this.game.view) return;
    history.replaceState(null, "", address);
    this.address = location.hash;
  }

  private async share(): Promise<void> {
    await copy(location.href);
    this.status.textContent = "The link is copied";
  }

  private theme(theme: Theme): void {
    document.documentElement.dataset.theme = theme;
    localStorage.setItem("theme", theme);
    this.show();
  }

  private nextTheme(): void {
    const dark =
      getComputedStyle(document.documentElement).getPropertyValue("--is-dark").trim() === "1";
    this.theme(dark ? "light" : "dark");
  }

  private onKey(event: KeyboardEvent): void {
    const inField =
      event.target instanceof Element && event.target.closest("input, textarea, select, dialog");
    if (inField || event.ctrlKey || event.metaKey || event.altKey) return;
    const { node } = this.game;
    const to = {
      ArrowLeft: node.parent,
      ArrowRight: node.children[0],
      Home: this.game.root,
      End: node.end(),
    };
    const next = to[event.key as keyof typeof to];
    if (!next || next === node) return;
    event.preventDefault();
    void this.game.visit(next);
  }
}
