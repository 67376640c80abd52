"use strict";
// The games of the page: a list to choose from, a board to click through, moves and a graph.
// All words are set as text, never as markup. Needs dom_elements.js, board.js and game_graph.js before it, and OWN, in which a page says
// what it has of its own:
//   filters: the ids of <select> elements, each with choices(games) → [value, text] and passes(g, value);
//   listWords(g), heading(g), ending(g), moveWords(g, ply, last): texts;
//   mark(button, g, n): adds to the button of move n;  graph(g, go): elements;  show(g, ply): called for every board;
//   plyOfKey(key, g, ply): the ply that a key goes to, or nothing.

let listed = DATA.games; // those that the filters let through
let game = null;
let ply = 0; // moves on the board, those of the opening included

const winnerOf = (g) => (g.result === "p1win" ? "1" : g.result === "p2win" ? "2" : null);
const nameOf = (g, side) => (side === "1" ? g.first : g.second);
const spaced = (move) => move.replace(":", ": ").replaceAll(",", " ");
const SIGNS = { p1win: "1\u20110", p2win: "0\u20111", draw: "½\u2011½", "": "*" }; // with hyphens that do not break

const lastOf = (g) => g.turns.length - 1; // the last ply with a board; −1 if there is none

function fill(select, words) {
  const kept = select.value;
  select.replaceChildren(...words.map(([value, text]) => element("option", { value }, text)));
  if ([...select.options].some((option) => option.value === kept)) select.value = kept;
}

function setUpFilters() {
  for (const [id, filter] of Object.entries(OWN.filters)) fill(byId(id), filter.choices(DATA.games));
}

function showList() {
  listed = DATA.games.filter((g) => Object.entries(OWN.filters).every(([id, filter]) => filter.passes(g, byId(id).value)));
  byId("count").textContent = `${listed.length} of ${DATA.games.length} games`;
  byId("list").replaceChildren(...listed.map((g) => {
    const names = element("span", { class: "names", title: `${g.first} – ${g.second}` }, `${g.first} – ${g.second}`);
    const item = element("li", { role: "option", id: `game-${g.number}` }, names, `${g.number}. ${SIGNS[g.result]}, ${OWN.listWords(g)}`);
    item.addEventListener("click", () => open(g, 0, true));
    return item;
  }));
  markListed();
}

function markListed() {
  const list = byId("list");
  for (const item of list.children) item.setAttribute("aria-selected", String(item.id === `game-${game?.number}`));
  const current = list.querySelector('[aria-selected="true"]');
  if (current) list.setAttribute("aria-activedescendant", current.id);
  else list.removeAttribute("aria-activedescendant");
  reveal(list, current);
}

// Scrolls a box, and not the page, until an element of it is seen.
function reveal(box, item) {
  if (!item) return;
  const [outer, inner] = [box.getBoundingClientRect(), item.getBoundingClientRect()];
  if (inner.top < outer.top + 4) box.scrollTop -= outer.top + 4 - inner.top;
  else if (inner.bottom > outer.bottom - 4) box.scrollTop += inner.bottom - outer.bottom + 4;
}

function open(g, at, isChosen) {
  game = g;
  const points = g.points && g.points !== 1 ? `, ${g.points} points` : "";
  const [first, second] = ["First", "Second"].map((word, n) => [word, sidesOf(g)[n]].filter(Boolean).join(", "));
  byId("players").textContent = `${OWN.heading(g)}: ${g.first} (${first}) – ${g.second} (${second})  ${SIGNS[g.result]}${points}`;
  byId("ending").textContent = OWN.ending(g);
  byId("slider").max = lastOf(g);
  showMoves();
  byId("graph").replaceChildren(...OWN.graph(g, (to) => go(to, true)));
  markListed();
  go(at, isChosen);
}

const sidesOf = (g) => g.sides ?? DATA.sides;

// A row for each turn of First and what Second answers; backgammon has several plies a turn.
function showMoves() {
  const rows = [];
  game.moves.forEach((move, n) => {
    const side = game.turns[n];
    const isNew = !rows.length || (side === "1" && game.turns[n - 1] === "2");
    if (isNew) rows.push([element("td"), element("td")]);
    const button = element("button", { type: "button", tabindex: "-1", "data-ply": n + 1 }, spaced(move));
    OWN.mark(button, game, n);
    button.addEventListener("click", () => go(n + 1, true));
    rows.at(-1)[side === "1" ? 0 : 1].append(button);
  });
  const body = rows.map((cells, n) => element("tr", {}, element("th", { scope: "row" }, `${n + 1}.`), ...cells));
  byId("moves").replaceChildren(element("table", {}, element("tbody", {}, ...body)));
}

function go(at, isChosen) {
  const last = lastOf(game);
  ply = Math.max(0, Math.min(last, at));
  const [g, wanted] = [game, ply];
  if (last >= 0) showBoard(byId("board"), g, wanted, () => g === game && wanted === ply);
  else byId("board").replaceChildren();
  byId("slider").value = ply;
  byId("slider").setAttribute("aria-valuetext", `move ${ply} of ${last}`);
  byId("move").textContent = last < 0 ? "" : ply ? OWN.moveWords(g, ply, last) : `Start, ${last} moves follow.`;
  byId("to-start").disabled = byId("back").disabled = ply === 0;
  byId("to-end").disabled = byId("on").disabled = ply >= last;
  for (const button of byId("moves").querySelectorAll("button")) {
    const isCurrent = Number(button.dataset.ply) === ply;
    button.setAttribute("aria-current", String(isCurrent));
    button.tabIndex = isCurrent ? 0 : -1;
    if (isCurrent) reveal(byId("moves"), button.closest("tr"));
  }
  markPly(byId("graph").querySelector("svg"), ply, last);
  OWN.show(g, ply);
  if (isChosen) keepAddress();
}

function keepAddress() {
  try {
    history.replaceState(null, "", `#game=${game.number}&ply=${ply}`);
  } catch {
    // some browsers allow that for pages of the web only; the page works without
  }
}

// Follows "#game=3&ply=10"; the ply may be left out. Returns whether there was such a game.
function followAddress() {
  const words = new URLSearchParams(location.hash.slice(1));
  if (!words.has("game")) return false;
  const found = DATA.games.find((g) => g.number === Number(words.get("game")));
  if (found) open(found, Number(words.get("ply")) || 0, false);
  else byId("count").textContent = `Game ${words.get("game")} has no board on this page.`;
  return Boolean(found);
}

function stepGame(step) {
  const place = listed.indexOf(game);
  const next = listed[place < 0 ? 0 : Math.max(0, Math.min(listed.length - 1, place + step))];
  if (next) open(next, 0, true);
}

function onKey(event) {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.target.closest("select, input")) return;
  const plies = { ArrowLeft: ply - 1, ArrowRight: ply + 1, Home: 0, End: lastOf(game) };
  const games = { ArrowUp: -1, ArrowDown: 1 };
  const to = plies[event.key] ?? OWN.plyOfKey(event.key, game, ply);
  if (to !== undefined && (byId("viewer").contains(event.target) || event.target === document.body)) go(to, true);
  else if (event.key in games && event.target === byId("list")) stepGame(games[event.key]);
  else return;
  event.preventDefault();
}

if (DATA.games.length) {
  for (const id of Object.keys(OWN.filters)) {
    byId(id).addEventListener("change", () => {
      setUpFilters();
      showList();
      if (listed.length && !listed.includes(game)) open(listed[0], 0, true);
    });
  }
  byId("to-start").addEventListener("click", () => go(0, true));
  byId("back").addEventListener("click", () => go(ply - 1, true));
  byId("on").addEventListener("click", () => go(ply + 1, true));
  byId("to-end").addEventListener("click", () => go(lastOf(game), true));
  byId("slider").addEventListener("input", (event) => go(Number(event.target.value), true));
  document.addEventListener("keydown", onKey);
  window.addEventListener("hashchange", followAddress);
  setUpFilters();
  showList();
  if (!followAddress()) {
    const said = byId("count").textContent;
    open(DATA.games[0], 0, false);
    byId("count").textContent = said;
  }
}
