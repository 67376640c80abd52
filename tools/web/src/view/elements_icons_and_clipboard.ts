type Child = globalThis.Node | string | false | undefined | null;
type Properties = Record<
  string,
  string | boolean | number | undefined | ((event: never) => unknown)
>;

/** An element with attributes (functions are listeners: `onclick`) and children. */
export function h<K extends keyof HTMLElementTagNameMap>(
  name: K,
  properties: Properties = {},
  ...children: (Child | Child[])[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (value === undefined || value === false) continue;
    if (typeof value === "function") {
      element.addEventListener(key.slice(2), value as unknown as EventListener);
    } else element.setAttribute(key, value === true ? "" : String(value));
  }
  const all = children.flat();
  element.append(
    ...all.filter((child) => child !== false && child !== undefined && child !== null),
  );
  return element;
}

const PATHS = {
  plus: "M12 5v14M5 12h14",
  undo: "M8 5 4 9l4 4M4 9h10a6 6 0 0 1 0 12h-3",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 1 4 10.5c-.8.8-1 1.5-1 2.5H9c0-1-.2-1.7-1-2.5A6 6 0 0 1 12 3Z",
  flip: "M7 4v16M7 4 3.5 7.5M7 4l3.5 3.5M17 20V4M17 20l-3.5-3.5M17 20l3.5-3.5",
  first: "M18 5l-8 7 8 7M6 5v14",
  back: "M15 5l-8 7 8 7",
  on: "M9 5l8 7-8 7",
  last: "M6 5l8 7-8 7M18 5v14",
  play: "M8 5v14l11-7Z",
  pause: "M8 5v14M16 5v14",
  share:
    "M9 13l6-4M9 11l6 4M6 14a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM18 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM18 18a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z",
  board: "M4 4h16v16H4ZM4 12h16M12 4v16",
  theme: "M12 3a9 9 0 1 0 9 9 7 7 0 0 1-9-9Z",
  lines: "M4 6l5 5-5 5M11 17h9",
  cross: "M6 6l12 12M18 6L6 18",
} as const;

export function icon(name: keyof typeof PATHS): SVGSVGElement {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", PATHS[name]);
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  svg.append(path);
  return svg;
}

/** A button that shows an icon, and its words where there is room. */
export function button(
  name: keyof typeof PATHS,
  words: string,
  onclick: () => unknown,
  wide = false,
): HTMLButtonElement {
  return h(
    "button",
    {
      type: "button",
      class: wide ? "button wide" : "button",
      title: words,
      "aria-label": words,
      onclick,
    },
    icon(name),
    wide && h("span", {}, words),
  );
}

/** A word with a capital. */
export const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** Copies a text; also where the browser keeps its clipboard from pages of other machines. */
export async function copy(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const field = h("textarea", { class: "hidden" }, text);
  (document.querySelector("dialog[open]") ?? document.body).append(field);
  field.select();
  document.execCommand("copy");
  field.remove();
}
