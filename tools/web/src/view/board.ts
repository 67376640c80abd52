import type { GameWithEngine } from "../game/game_with_engine";
import { h } from "./elements_icons_and_clipboard";

const DRAG = 6; // pixels that the pointer moves before a click becomes a drag
const MARKED_SPOT_SHARE = 0.5; // share of the spots up to which they are marked before anything is clicked
const LEGIBLE_SPOT_PIXELS = 36; // pixels of a spot in which a number is legible
const NUMBERS_ALWAYS_WRITTEN = 24; // numbers that are written whether there is room or not
const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Where something about a spot is written. */
interface Anchor {
  x: number;
  y: number;
  width: number;
  wide: boolean;
}

const centre = (element: Element): [number, number] => {
  const { left, top, width, height } = element.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
};

/** Reads a picture of the engine; scripts in it would never run. */
function readPicture(text: string): SVGSVGElement | undefined {
  const root = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  return root instanceof SVGSVGElement ? document.importNode(root, true) : undefined;
}

/** The engine's picture, on which spots are clicked, dragged, or reached by keys. */
export class Board {
  readonly element = h("div", { class: "board" });
  private readonly picture = h("div", { class: "picture" });
  private readonly marks = h("div", { class: "marks", "aria-hidden": "true" });
  private readonly preview = h("div", { class: "preview", "aria-hidden": "true", hidden: true });
  private readonly ghost = h("div", { class: "ghost", "aria-hidden": "true", hidden: true });
  private drawn = "";
  private ply = 0;
  private focused = "";
  /** Whether the focus was on the board before it was drawn anew. */
  private hadFocus = false;
  private drag:
    { spot: string; x: number; y: number; begun: Promise<void> | undefined } | undefined;
  private dragged = false;
  private previews = 0;
  private previewed: HTMLElement | undefined;

  constructor(private readonly game: GameWithEngine) {
    this.element.append(this.picture, this.marks, this.preview, this.ghost);
    this.picture.addEventListener("click", (event) => this.onClick(event));
    this.picture.addEventListener("keydown", (event) => this.onKey(event));
    this.picture.addEventListener("focusin", (event) => {
      this.focused = this.spotAt(event.target)?.dataset.spot ?? this.focused;
    });
    this.picture.addEventListener("pointerdown", (event) => this.onDown(event));
    addEventListener("pointermove", (event) => this.onMove(event));
    addEventListener("pointerup", (event) => void this.onUp(event));
    addEventListener("pointercancel", () => this.endDrag());
    new ResizeObserver(() => this.writeMarks()).observe(this.picture);
  }

  // What is shown

  show(): void {
    const { view } = this.game;
    if (!view) return;
    const key = `${document.documentElement.dataset.theme}${view.picture}`;
    if (key !== this.drawn) {
      this.endPreview();
      const ply = this.game.node.ply;
      this.picture.classList.toggle("fresh", ply > this.ply);
      this.ply = ply;
      this.draw(view.picture);
    }
    this.drawn = key;
    this.prepareSpots();
    this.writeMarks();
  }

  private draw(text: string): void {
    this.hadFocus ||= this.picture.contains(document.activeElement);
    const svg = readPicture(text);
    if (!svg) return;
    this.theme(svg);
    const { width, height } = svg.viewBox.baseVal;
    document.documentElement.style.setProperty("--shape", (width / height || 1).toFixed(3));
    // A picture becomes a group of buttons; its words become those of the group.
    const said = (name: string): string => svg.querySelector(`:scope > ${name}`)?.textContent ?? "";
    svg.setAttribute("role", "group");
    svg.setAttribute("aria-label", said("title") || "Board");
    svg.removeAttribute("aria-labelledby");
    svg.removeAttribute("aria-describedby");
    this.picture.title = "";
    const described = h("p", { id: "board-words", class: "hidden" }, said("desc"));
    svg.setAttribute("aria-describedby", "board-words");
    for (const element of svg.querySelectorAll("title, desc")) element.remove();
    this.picture.replaceChildren(svg, described);
  }

  /** A picture follows the system between light and dark; here it follows the page. */
  private theme(svg: SVGSVGElement): void {
    const { theme } = document.documentElement.dataset;
    if (!theme) return;
    for (const style of svg.querySelectorAll("style")) {
      const text = style.textContent ?? "";
      style.textContent = text.replace(
        /@media\s*\(prefers-color-scheme:\s*(light|dark)\)/g,
        (_, each: string) => `@media ${each === theme ? "all" : "not all"}`,
      );
    }
  }

  /** The colour of a side in the picture. */
  colour(side: "p1" | "p2"): string {
    const svg = this.picture.querySelector("svg");
    const name = side === "p1" ? "first" : "second";
    const style = svg && getComputedStyle(svg);
    const value = (from: string): string => style?.getPropertyValue(from).trim() ?? "";
    return value(`--parlour-${name}`) || value(`--parlour-default-${name}`);
  }

  private spots(): SVGElement[] {
    return [...this.picture.querySelectorAll<SVGElement>("[data-spot]")];
  }

  private clickableSpots(): SVGElement[] {
    return this.spots().filter((element) => element.classList.contains("next"));
  }

  private prepareSpots(): void {
    const { view, mayMove, clicks, node } = this.game;
    // What has been shown, for those who wait for it.
    this.element.dataset.state = `${node.ply} ${clicks.length} ${view?.turn.side} ${view?.turn.due}`;
    const next = new Set(mayMove ? view?.next : []);
    const whole = new Set(
      view?.movesByClicks.filter((way) => way.spots.length === 1).map((way) => way.spots[0]),
    );
    for (const element of this.spots()) {
      const spot = element.dataset.spot ?? "";
      const active = next.has(spot);
      element.classList.toggle("next", active);
      element.classList.toggle("drag", active && !whole.has(spot));
      const live = active || clicks.includes(spot);
      element.setAttribute("role", live ? "button" : "img");
      if (live) element.setAttribute("tabindex", "-1");
      else element.removeAttribute("tabindex");
      if (clicks.includes(spot)) element.setAttribute("aria-pressed", "true");
      else element.removeAttribute("aria-pressed");
    }
    const entry = this.spotOfTabKey();
    entry?.setAttribute("tabindex", "0");
    // The focus comes back when there is something to click again, unless it has gone elsewhere.
    if (!this.hadFocus || !entry) return;
    this.hadFocus = false;
    const nowhere = document.activeElement === document.body || document.activeElement === null;
    if (nowhere) entry.focus({ preventScroll: true });
  }

  /** The spot that the tab key reaches. */
  private spotOfTabKey(): SVGElement | undefined {
    const active = this.clickableSpots();
    return active.find((element) => element.dataset.spot === this.focused) ?? active[0];
  }

  /** Where something about each spot is written: pixels on the board, and the width there. */
  private anchors(): Map<string, Anchor> {
    const whole = this.element.getBoundingClientRect();
    return new Map(
      this.spots().map((element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        const x = left + width / 2 - whole.left;
        let y = top + height / 2 - whole.top;
        if (height > 0.6 * whole.height) {
          // A column of the whole board: at its uppermost place.
          y = top - whole.top + 1.2 * width;
        } else if (height > 2 * width) {
          // Half a column: at the end that is nearer to the middle of the board.
          const upper = y < whole.height / 2;
          y += (upper ? 1 : -1) * (height / 2 - 0.45 * width);
        }
        return [element.dataset.spot ?? "", { x, y, width, wide: width > 1.5 * height }];
      }),
    );
  }

  private writeMarks(): void {
    const { game } = this;
    const marks: HTMLElement[] = [];
    const anchors = this.anchors();
    const add = (spot: string, kind: string, text = ""): void => {
      const at = anchors.get(spot);
      if (!at) return;
      const size = Math.min(13, Math.max(8, (kind.includes("faint") ? 0.25 : 0.3) * at.width));
      const style = `left:${at.x.toFixed(1)}px;top:${at.y.toFixed(1)}px;font-size:${size.toFixed(1)}px`;
      marks.push(h("span", { class: `mark ${kind}`, style }, text));
    };
    const values = game.explaining && game.mayMove ? this.values() : new Map<string, string>();
    const [best] = values.values();
    // Where there is no room for all, the best ones are written, as they come first.
    const roomy = (spot: string): boolean => (anchors.get(spot)?.width ?? 0) >= LEGIBLE_SPOT_PIXELS;
    [...values].forEach(([spot, value], rank) => {
      const kind = value === best ? "best" : rank < NUMBERS_ALWAYS_WRITTEN ? "" : "faint";
      if (rank < NUMBERS_ALWAYS_WRITTEN || roomy(spot)) add(spot, `value ${kind}`, value);
    });
    const next = game.mayMove ? (game.view?.next ?? []) : [];
    if (game.clicks.length > 0 || next.length <= MARKED_SPOT_SHARE * this.spots().length) {
      // A wide spot is one with a word, which a dot would hide.
      const plain = (spot: string): boolean => !values.has(spot) && !anchors.get(spot)?.wide;
      for (const spot of next) if (plain(spot)) add(spot, "dot");
    }
    if (game.clicks.length === 0) {
      (game.hint?.spots ?? []).forEach((spot, at) =>
        add(spot, "hint", at > 0 ? String(at + 1) : ""),
      );
    }
    this.marks.replaceChildren(...marks);
  }

  /** What the moves that go on with each spot are worth; the best of them, as the list is sorted. */
  private values(): Map<string, string> {
    const valuesOfSpots = new Map<string, string>();
    const ways = new Map(this.game.view?.movesByClicks.map((way) => [way.move, way.spots]));
    for (const opinion of this.game.opinions) {
      const spot = ways.get(opinion.move)?.[0];
      if (spot !== undefined && !valuesOfSpots.has(spot)) valuesOfSpots.set(spot, short(opinion.value));
    }
    return valuesOfSpots;
  }

  /** Shows the position after some moves while an element is pointed at or has the focus. */
  previewOn(element: HTMLElement, moves: string[]): void {
    element.addEventListener("pointermove", (event) => {
      // The page may have moved under a pointer at rest.
      const moved = event.movementX !== 0 || event.movementY !== 0;
      if (moved && this.previewed !== element) void this.startPreview(element, moves);
    });
    element.addEventListener("focus", () => {
      if (element.matches(":focus-visible")) void this.startPreview(element, moves);
    });
    for (const end of ["pointerleave", "blur"])
      element.addEventListener(end, () => this.endPreview());
  }

  /** Whether something else than the game is shown. */
  get previewing(): boolean {
    return this.previewed !== undefined;
  }

  private async startPreview(element: HTMLElement, moves: string[]): Promise<void> {
    const asked = ++this.previews;
    this.previewed = element;
    const svg = readPicture(await this.game.preview(moves));
    if (asked !== this.previews || !svg) return;
    for (const element of svg.querySelectorAll("title, desc")) element.remove();
    for (const element of svg.querySelectorAll("[tabindex]")) element.removeAttribute("tabindex");
    this.theme(svg);
    this.preview.replaceChildren(svg);
    this.preview.hidden = false;
  }

  private endPreview(): void {
    this.previews += 1;
    this.previewed = undefined;
    this.preview.hidden = true;
  }

  // Clicks, drags and keys

  private spotAt(target: EventTarget | null): SVGElement | null {
    return target instanceof Element ? target.closest<SVGElement>("[data-spot]") : null;
  }

  private onClick(event: MouseEvent): void {
    if (this.dragged) return;
    const spot = this.spotAt(event.target)?.dataset.spot;
    if (spot === undefined) void this.game.unclick();
    else {
      this.focused = spot;
      void this.game.click(spot);
    }
  }

  private onDown(event: PointerEvent): void {
    this.dragged = false;
    const element = this.spotAt(event.target);
    if (!element?.classList.contains("drag") || event.button !== 0) return;
    const spot = element.dataset.spot ?? "";
    this.drag = { spot, x: event.clientX, y: event.clientY, begun: undefined };
  }

  private onMove(event: PointerEvent): void {
    const { drag } = this;
    if (!drag) return;
    const far = Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > DRAG;
    if (far && !drag.begun) {
      this.dragged = true;
      drag.begun = this.game.click(drag.spot);
    }
    if (!drag.begun) return;
    const whole = this.element.getBoundingClientRect();
    this.ghost.hidden = false;
    this.ghost.style.translate = `${event.clientX - whole.left}px ${event.clientY - whole.top}px`;
  }

  private async onUp(event: PointerEvent): Promise<void> {
    const { drag } = this;
    this.endDrag();
    if (!drag?.begun) return;
    const [under] = document.elementsFromPoint(event.clientX, event.clientY);
    const spot = this.spotAt(under ?? null)?.dataset.spot;
    await drag.begun;
    if (spot !== undefined && spot !== drag.spot && this.game.view?.next.includes(spot)) {
      await this.game.click(spot);
    } else if (spot !== drag.spot) await this.game.unclick();
  }

  private endDrag(): void {
    this.drag = undefined;
    this.ghost.hidden = true;
  }

  private onKey(event: KeyboardEvent): void {
    const element = this.spotAt(event.target);
    const direction = ARROWS[event.key];
    if (!element) return;
    if (direction) {
      event.preventDefault();
      event.stopPropagation();
      this.nearest(element, direction)?.focus();
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.focused = element.dataset.spot ?? "";
      void this.game.click(this.focused);
    } else if (event.key === "Escape") void this.game.unclick();
  }

  /** The nearest spot in a direction: what lies aside counts twice. */
  private nearest(from: SVGElement, [dx, dy]: [number, number]): SVGElement | undefined {
    const [x, y] = centre(from);
    let best: SVGElement | undefined;
    let least = Infinity;
    for (const element of this.clickableSpots()) {
      const [ex, ey] = centre(element);
      const along = (ex - x) * dx + (ey - y) * dy;
      const aside = Math.abs((ex - x) * dy) + Math.abs((ey - y) * dx);
      if (element !== from && along > 1 && along + 2 * aside < least) {
        least = along + 2 * aside;
        best = element;
      }
    }
    return best;
  }
}

/** A value in three or four characters. */
function short(value: string): string {
  const number = Number(value);
  if (Number.isNaN(number)) return value.replace(/^-(?=.)/, "−");
  if (value.includes(".")) {
    const places = Math.abs(number) < 10 ? 2 : Math.abs(number) < 100 ? 1 : 0;
    return number.toFixed(places).replace("-", "−");
  }
  return value.replace("-", "−");
}
