import type { Catalogue, Game, NewgameKey, Option } from "../engine/catalogue";
import type { Side } from "../game/clock";
import type { GameWithEngine } from "../game/game_with_engine";
import { person, type SidePlayer, type Settings } from "../game/settings_and_link";
import { button, capital, h } from "./elements_icons_and_clipboard";

// Options that have a place of their own on the page, or none because they belong to the session.
const OPTIONS_ELSEWHERE = /^(Level|Seed|MultiPV|MoveTime|MoveOverhead|Player|Style)$/;

function field(label: string, control: HTMLElement, about = ""): HTMLElement {
  return h("label", { class: "field", title: about }, h("span", {}, label), control);
}

/** A control for one value, empty while the engine's default holds. */
function input(
  kind: Pick<NewgameKey, "choices" | "least" | "most" | "usage">,
  value: string,
): HTMLElement {
  if (kind.choices.length > 0) {
    const choices = ["", ...kind.choices].map((choice) =>
      h("option", { value: choice, selected: choice === value }, choice || "default"),
    );
    return h("select", {}, ...choices);
  }
  const { least, most, usage } = kind;
  const number = least !== undefined;
  const type = number ? "number" : "text";
  const hint = number ? `${least}–${most}` : usage;
  return h("input", { type, min: least, max: most, value, placeholder: hint });
}

const valueOf = (control: HTMLElement): string =>
  control instanceof HTMLInputElement || control instanceof HTMLSelectElement
    ? control.value.trim()
    : "";

/** Who plays one side. */
class SideChooser {
  readonly element: HTMLElement;
  private readonly player = h("select");
  private readonly about = h("p", { class: "quiet about" });
  private readonly level = h("input", { type: "range" });
  private readonly seconds = h("input", { type: "number", min: 0.01, step: "any" });
  private readonly engine = h("div", { class: "engine" });
  private readonly more = h("div", { class: "more" });
  private readonly options = new Map<Option, HTMLElement>();
  private readonly legend = h("legend");

  constructor(
    private readonly catalogue: Catalogue,
    side: Side,
  ) {
    this.player.setAttribute("aria-label", side === "p1" ? "First" : "Second");
    this.player.addEventListener("change", () => this.show());
    const shown = h("output", {}, "");
    const level = catalogue.options.find((option) => option.name === "Level");
    this.level.min = String(level?.least ?? 0);
    this.level.max = String(level?.most ?? 0);
    this.level.value = level?.default ?? "0";
    const tell = (): void => void (shown.value = this.level.value);
    this.level.addEventListener("input", tell);
    tell();
    this.level.addEventListener("tell", tell);
    const details = h("details", {}, h("summary", {}, "Options"), this.more);
    const strength = field("Level", h("span", { class: "range" }, this.level, shown), level?.uses[0]?.about);
    this.engine.append(strength, field("Seconds a move", this.seconds), details);
    this.element = h(
      "fieldset",
      { class: "chair" },
      this.legend,
      this.player,
      this.about,
      this.engine,
    );
  }

  /** Fills the lists for a game; the names are those of the players of the variant. */
  fill(game: Game, side: Side, names: string[], now: SidePlayer): void {
    const colour = game.sides[side === "p1" ? 0 : 1];
    this.legend.replaceChildren(
      side === "p1" ? "First" : "Second",
      h("span", { class: "quiet" }, colour && ` ${colour}`),
    );
    this.player.replaceChildren(
      h("option", { value: "" }, "Person"),
      ...names.map((name, at) =>
        h("option", { value: name }, at === 0 ? `${name} (default)` : name),
      ),
    );
    this.player.value = names.includes(now.player) ? now.player : "";
    this.level.value = now.level || this.level.max; // none is full strength
    this.level.dispatchEvent(new Event("tell"));
    this.seconds.value = String(Number(now.movetime) / 1000);
    this.abouts = new Map(game.players.map((player) => [player.name, player.about]));
    this.optionsSoFar = now.options;
    this.show();
  }

  private abouts = new Map<string, string>();
  private optionsSoFar = new Map<string, string>();

  get name(): string {
    return this.player.value;
  }

  private show(): void {
    const { name } = this;
    this.engine.hidden = name === "";
    this.about.textContent = name === "" ? "Someone at this page" : (this.abouts.get(name) ?? "");
    const abouts = new Map<string, string>();
    this.options.clear();
    for (const option of this.catalogue.options) {
      if (OPTIONS_ELSEWHERE.test(option.name) || option.type === "button" || option.type === "string")
        continue;
      const use = option.uses.find(({ players }) => players.length === 0 || players.includes(name));
      if (use === undefined) continue;
      abouts.set(option.name, use.about);
      const choices = option.type === "check" ? ["true", "false"] : option.choices;
      const usage = { ...option, choices, usage: "" };
      this.options.set(option, input(usage, this.optionsSoFar.get(option.name) ?? ""));
    }
    this.more.replaceChildren(
      ...[...this.options].map(([option, control]) => field(option.name, control, abouts.get(option.name))),
    );
  }

  read(): SidePlayer {
    const { name } = this;
    if (name === "") return person();
    const options = new Map<string, string>();
    for (const [option, control] of this.options) {
      const value = valueOf(control);
      if (value !== "" && value !== option.default) options.set(option.name, value);
    }
    const movetime = String(Math.max(1, Math.round(1000 * Number(this.seconds.value)) || 1000));
    const level = this.level.value === this.level.max ? "" : this.level.value;
    return { player: name, level, movetime, options };
  }
}

/** The dialog in which a game is chosen. */
export class NewGameDialog {
  readonly element: HTMLDialogElement;
  private readonly games = h("div", { class: "games", role: "radiogroup", "aria-label": "Game" });
  private readonly keys = h("div", { class: "keys" });
  private readonly keysBox: HTMLElement;
  private readonly chairs: Record<Side, SideChooser>;
  private readonly dice = h(
    "select",
    {},
    h("option", { value: "engine" }, "by the engine"),
    h("option", { value: "hand" }, "set by hand"),
  );
  private readonly diceField = field("Dice", this.dice);
  private readonly minutes = h("input", {
    type: "number",
    min: 0,
    max: 999,
    step: "any",
    placeholder: "none",
  });
  private readonly increment = h("input", { type: "number", min: 0, max: 999, placeholder: "0" });
  private readonly fault = h("p", { class: "fault", role: "alert" });
  private chosen: Game;
  private readonly controls = new Map<string, HTMLElement>();
  private readonly radios = new Map<Game, HTMLInputElement>();

  constructor(private readonly game: GameWithEngine) {
    this.chosen = game.game;
    this.chairs = { p1: new SideChooser(game.catalogue, "p1"), p2: new SideChooser(game.catalogue, "p2") };
    this.games.append(...game.catalogue.games.map((each) => this.card(each)));
    const swap = h(
      "button",
      { type: "button", class: "text swap", onclick: () => this.swap() },
      "Swap sides",
    );
    this.keysBox = h("fieldset", { class: "variant" }, h("legend", {}, "Variant"), this.keys);
    const form = h(
      "form",
      { method: "dialog", onsubmit: (event: Event) => void this.submit(event) },
      h(
        "header",
        {},
        h("h2", {}, "New game"),
        button("cross", "Close", () => this.element.close()),
      ),
      this.games,
      this.keysBox,
      h("div", { class: "chairs" }, this.chairs.p1.element, this.chairs.p2.element),
      swap,
      h(
        "div",
        { class: "keys" },
        this.diceField,
        field("Minutes a side", this.minutes),
        field("Seconds a move more", this.increment),
      ),
      this.fault,
      h("footer", {}, h("button", { class: "primary" }, "Play")),
    );
    this.element = h("dialog", { class: "dialog setup", "aria-label": "New game" }, form);
  }

  /** What a game is, and the button that chooses it. */
  private card(game: Game): HTMLElement {
    const { name, title, about } = game;
    const onchange = (): void => this.choose(game, []);
    const radio = h("input", { type: "radio", name: "game", value: name, onchange });
    this.radios.set(game, radio);
    const rest = about.replace(`${title}, `, "").replace(`${title}: `, "");
    return h("label", { class: "card" }, radio, h("strong", {}, title), h("span", {}, rest));
  }

  open(): void {
    const { settings } = this.game;
    this.dice.value = settings.dice;
    this.minutes.value = settings.clock ? String(settings.clock.minutes) : "";
    this.increment.value = settings.clock ? String(settings.clock.increment) : "";
    const [, ...words] = settings.game.split(" ");
    this.choose(this.game.game, words, settings.sides);
    this.element.showModal();
  }

  private choose(game: Game, words: string[], sides?: Settings["sides"]): void {
    this.chosen = game;
    this.fault.textContent = "";
    const radio = this.radios.get(game);
    if (radio) radio.checked = true;
    this.controls.clear();
    this.keys.replaceChildren(
      ...game.keys.map((key) => {
        const control = input(key, valuesOfKey(key, words));
        control.addEventListener("change", () => void this.check());
        this.controls.set(key.name, control);
        return field(capital(key.name), control, `${key.name} ${key.usage}`);
      }),
    );
    this.keysBox.hidden = game.keys.length === 0;
    this.diceField.hidden = !game.dice;
    const before = sides ?? {
      p1: person(),
      p2: { ...person(), player: game.players[0]?.name ?? "" },
    };
    this.fill(
      game.players.map((player) => player.name),
      before,
    );
    if (words.length > 0) void this.check();
  }

  private fill(names: string[], sides: Settings["sides"]): void {
    this.chairs.p1.fill(this.chosen, "p1", names, sides.p1);
    this.chairs.p2.fill(this.chosen, "p2", names, sides.p2);
  }

  private swap(): void {
    const sides = this.read().sides;
    const names = this.chosen.players.map((player) => player.name);
    this.fill(names, { p1: sides.p2, p2: sides.p1 });
    void this.check();
  }

  private words(): string {
    const newgameWords = [...this.controls].map(([key, control]) => [key, valueOf(control)]);
    const given = newgameWords.filter(([, value]) => value !== "").map((pair) => pair.join(" "));
    return [this.chosen.name, ...given].join(" ");
  }

  private read(): Settings {
    const minutes = Number(this.minutes.value);
    const increment = Number(this.increment.value) || 0;
    return {
      game: this.words(),
      sides: { p1: this.chairs.p1.read(), p2: this.chairs.p2.read() },
      dice: this.dice.value === "hand" ? "hand" : "engine",
      clock: minutes > 0 || increment > 0 ? { minutes, increment } : undefined,
    };
  }

  /** Has the engine check the variant, and lists the players that play it. */
  private async check(): Promise<boolean> {
    const { game, sides } = this.read();
    try {
      const names = await this.game.playersOf(game);
      this.fault.textContent = "";
      this.fill(names, sides);
      return true;
    } catch (error) {
      this.fault.textContent = error instanceof Error ? error.message : String(error);
      return false;
    }
  }

  private async submit(event: Event): Promise<void> {
    event.preventDefault();
    if (!(await this.check())) return;
    this.element.close();
    await this.game.begin(this.read());
  }
}

/** The values that follow a key among the words of `newgame`. */
function valuesOfKey(key: NewgameKey, words: string[]): string {
  const at = words.lastIndexOf(key.name);
  return at < 0 ? "" : words.slice(at + 1, at + 1 + key.usage.split(" ").length).join(" ");
}
