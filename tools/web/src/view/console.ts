import type { GameWithEngine } from "../game/game_with_engine";
import { button, h } from "./elements_icons_and_clipboard";

const KEPT = 500; // lines
const LONGEST = 240; // characters of a line

/** The conversation with the engine, and a line to take part in it. */
export class Console {
  readonly element: HTMLElement;
  private readonly log = h("pre", { role: "log", "aria-label": "Lines", tabindex: "0" });
  private readonly input = h("input", {
    "aria-label": "A line to the engine",
    placeholder: "help",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
  });
  private readonly lines: string[] = [];
  private readonly inputHistory: string[] = [];
  private historyPlace = 0;
  private drawingDue = false;
  game: GameWithEngine | undefined;

  constructor() {
    const form = h("form", { onsubmit: (event: Event) => void this.submit(event) }, this.input);
    this.input.addEventListener("keydown", (event) => this.onKey(event));
    this.element = h(
      "section",
      { class: "console", hidden: true, "aria-label": "Lines" },
      h(
        "header",
        {},
        h("h2", {}, "Lines"),
        button("cross", "Close", () => this.toggle()),
      ),
      this.log,
      form,
    );
  }

  toggle(): void {
    this.element.hidden = !this.element.hidden;
    if (this.element.hidden) return;
    this.write();
    this.input.focus();
  }

  add(name: string, sent: boolean, line: string): void {
    // Of a picture only that it came.
    const [, picture] = /^(@\S+ svg )/.exec(line) ?? [];
    const long = line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
    const kept = `${name.padEnd(6)} ${sent ? ">>" : "<<"} ${!sent && picture ? `${picture}…` : long}`;
    if (picture && this.lines.at(-1) === kept) return;
    this.lines.push(kept);
    if (this.lines.length > KEPT) this.lines.splice(0, this.lines.length - KEPT);
    if (this.element.hidden || this.drawingDue) return;
    this.drawingDue = true;
    requestAnimationFrame(() => this.write());
  }

  private write(): void {
    this.drawingDue = false;
    this.log.textContent = this.lines.join("\n");
    this.log.scrollTop = this.log.scrollHeight;
  }

  private async submit(event: Event): Promise<void> {
    event.preventDefault();
    const typedLine = this.input.value;
    if (typedLine.trim() === "") return;
    this.inputHistory.push(typedLine);
    this.historyPlace = this.inputHistory.length;
    this.input.value = "";
    try {
      await this.game?.type(typedLine);
    } catch {
      // The refusal is in the log.
    }
  }

  private onKey(event: KeyboardEvent): void {
    if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
    this.historyPlace = Math.max(
      0,
      Math.min(this.inputHistory.length, this.historyPlace + (event.key === "ArrowUp" ? -1 : 1)),
    );
    this.input.value = this.inputHistory[this.historyPlace] ?? "";
    event.preventDefault();
  }
}
