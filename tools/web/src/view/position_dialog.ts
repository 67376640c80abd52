import type { GameWithEngine } from "../game/game_with_engine";
import { button, copy, h } from "./elements_icons_and_clipboard";

/** The dialog in which positions are copied and pasted. */
export class PositionDialog {
  readonly element: HTMLDialogElement;
  private readonly text = h("textarea", { rows: 3, spellcheck: "false", "aria-label": "Position" });
  private readonly notationNotes = h("ul", { class: "quiet" });
  private readonly fault = h("p", { class: "fault", role: "alert" });

  constructor(private readonly game: GameWithEngine) {
    const form = h(
      "form",
      { method: "dialog", onsubmit: (event: Event) => void this.submit(event) },
      h(
        "header",
        {},
        h("h2", {}, "Position"),
        button("cross", "Close", () => this.element.close()),
      ),
      h(
        "p",
        { class: "quiet" },
        "Paste a position in any notation that the engine reads, or “startpos moves …”.",
      ),
      this.text,
      this.fault,
      this.notationNotes,
      h(
        "footer",
        {},
        h("button", { type: "button", onclick: () => copy(this.text.value) }, "Copy"),
        h("button", { type: "button", onclick: () => copy(this.movesText()) }, "Copy with moves"),
        h("button", { class: "primary" }, "Set up"),
      ),
    );
    this.element = h("dialog", { class: "dialog", "aria-label": "Position" }, form);
    addEventListener("paste", (event) => this.onPaste(event));
  }

  open(text = this.game.view?.fen ?? ""): void {
    this.text.value = text;
    this.fault.textContent = "";
    this.notationNotes.replaceChildren(...this.game.game.notationHelp.map((line) => h("li", {}, line)));
    if (!this.element.open) this.element.showModal();
    this.text.select();
  }

  private movesText(): string {
    const moves = this.game.node.moves();
    return this.game.startPosition + (moves.length > 0 ? ` moves ${moves.join(" ")}` : "");
  }

  /** A position may be pasted anywhere but in a field. */
  private onPaste(event: ClipboardEvent): void {
    const inField =
      event.target instanceof Element && event.target.closest("input, textarea, dialog");
    const text = event.clipboardData?.getData("text").trim() ?? "";
    if (inField || text === "") return;
    event.preventDefault();
    this.open(text);
    void this.read();
  }

  private async submit(event: Event): Promise<void> {
    event.preventDefault();
    await this.read();
  }

  private async read(): Promise<void> {
    try {
      await this.game.paste(this.text.value);
      this.element.close();
    } catch (error) {
      this.fault.textContent = error instanceof Error ? error.message : String(error);
      await this.game.show();
    }
  }
}
