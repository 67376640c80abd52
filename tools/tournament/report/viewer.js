// The games of the page: a list to choose from, a board to click through, moves and scores.
// All words are set as text, never as markup. Needs board.js and chart.js before it.

const byId = (id) => document.getElementById(id);
let listed = DATA.games; // those that the filters let through
let game = null;
let ply = 0; // moves on the board, those of the opening included

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

const winnerOf = (g) => (g.result === "draw" ? null : g.result === "p1win" ? "1" : "2");
const nameOf = (g, side) => (side === "1" ? g.first : g.second);
const reasonOf = (g) => g.ending || g.reason.split(":")[0];
const spaced = (move) => move.replace(":", ": ").replaceAll(",", " ");
const SIGNS = { p1win: "1\u20110", p2win: "0\u20111", draw: "½\u2011½" }; // with hyphens that do not break

const lastOf = (g) => g.turns.length - 1; // the last ply with a board; −1 if there is none

// What is known of the move that led to this ply; nothing of the opening.
function thoughtAt(g, at) {
  const place = at - g.opening - 1;
  if (place < 0) return {};
  return { score: g.scores[place], depth: g.depths[place], nodes: g.nodes[place], time: g.times[place] };
}

function fill(select, words) {
  select.replaceChildren(...words.map(([value, text]) => element("option", { value }, text)));
}

function setUpFilters() {
  const unique = (words) => [...new Set(words)].sort();
  const engines = unique(DATA.games.flatMap((g) => [g.first, g.second]));
  const reasons = unique(DATA.games.map(reasonOf));
  fill(byId("by-engine"), [["", "any"], ...engines.map((name) => [`=${name}`, name])]);
  fill(byId("by-reason"), [["", "anything"], ...reasons.map((word) => [`=${word}`, word])]);
  setUpResults();
}

function setUpResults() {
  const select = byId("by-result");
  const kept = select.value;
  const own = byId("by-engine").value ? [["won", "won by the engine"], ["lost", "lost by the engine"]] : [];
  fill(select, [["", "any"], ["p1win", "First won"], ["p2win", "Second won"], ["draw", "drawn"], ...own]);
  if ([...select.options].some((option) => option.value === kept)) select.value = kept;
}

function passes(g) {
  const [engine, result, reason] = ["by-engine", "by-result", "by-reason"].map((id) => byId(id).value);
  const name = engine.slice(1);
  const winner = winnerOf(g) && nameOf(g, winnerOf(g));
  if (engine && g.first !== name && g.second !== name) return false;
  if (reason && reasonOf(g) !== reason.slice(1)) return false;
  if (result === "won") return winner === name;
  if (result === "lost") return winner !== null && winner !== name;
  return !result || g.result === result;
}

function showList() {
  listed = DATA.games.filter(passes);
  byId("count").textContent = `${listed.length} of ${DATA.games.length} games`;
  byId("list").replaceChildren(...listed.map((g) => {
    const fault = g.reason === "rules" ? "" : `, ${reasonOf(g)}`;
    const names = element("span", { class: "names", title: `${g.first} – ${g.second}` }, `${g.first} – ${g.second}`);
    const said = `${g.number}. ${SIGNS[g.result]}, ${g.moves.length - g.opening} plies${fault}`;
    const item = element("li", { role: "option", id: `game-${g.number}` }, names, said);
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
  const [first, second] = ["First", "Second"].map((word, n) => [word, DATA.sides[n]].filter(Boolean).join(", "));
  byId("players").textContent = `Game ${g.number}: ${g.first} (${first}) – ${g.second} (${second})  ${SIGNS[g.result]}${points}`;
  byId("ending").textContent = endingOf(g);
  byId("slider").max = lastOf(g);
  showMoves();
  showThoughts();
  markListed();
  go(at, isChosen);
}

function endingOf(g) {
  const loser = winnerOf(g) && nameOf(g, winnerOf(g) === "1" ? "2" : "1");
  const end = g.reason === "rules" ? `Ended: ${g.ending || "by the rules of the game"}.` : loser ? `${loser} lost by a fault: ${g.reason}.` : `Ended: ${g.reason}.`;
  const fault = g.fault ? ` The judge did not follow beyond this: ${g.fault}.` : "";
  return `${end}${fault} Opening: ${g.start}.`;
}

// A row for each turn of First and what Second answers; backgammon has several plies a turn.
function showMoves() {
  const rows = [];
  game.moves.forEach((move, n) => {
    const side = game.turns[n];
    const isNew = !rows.length || (side === "1" && game.turns[n - 1] === "2");
    if (isNew) rows.push([element("td"), element("td")]);
    const button = element("button", { type: "button", tabindex: "-1", "data-ply": n + 1 }, spaced(move));
    if (n < game.opening) button.className = "opening";
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
  if (last >= 0) showBoard(g, wanted, () => g === game && wanted === ply);
  else byId("board").replaceChildren();
  byId("slider").value = ply;
  byId("slider").setAttribute("aria-valuetext", `move ${ply} of ${last}`);
  byId("move").textContent = last >= 0 ? moveWords(last) : "";
  byId("to-start").disabled = byId("back").disabled = ply === 0;
  byId("to-end").disabled = byId("on").disabled = ply >= last;
  for (const button of byId("moves").querySelectorAll("button")) {
    const isCurrent = Number(button.dataset.ply) === ply;
    button.setAttribute("aria-current", String(isCurrent));
    button.tabIndex = isCurrent ? 0 : -1;
    if (isCurrent) reveal(byId("moves"), button.closest("tr"));
  }
  markPly(byId("thoughts").querySelector("svg"), ply, last);
  if (isChosen) keepAddress();
}

function moveWords(last) {
  if (!ply) return `Start, ${last} moves follow.`;
  const { score, depth, nodes, time } = thoughtAt(game, ply);
  const side = game.turns[ply - 1];
  const said = [`Move ${ply} of ${last}: ${spaced(game.moves[ply - 1])} by ${nameOf(game, side)}`];
  if (ply <= game.opening) said.push("of the opening");
  if (score) said.push(`score ${score}`);
  if (depth) said.push(`depth ${depth}`);
  if (nodes) said.push(`${nodes.toLocaleString("en")} node${nodes === 1 ? "" : "s"}`);
  if (time !== undefined) said.push(`${time < 10 ? time.toFixed(1) : Math.round(time)} ms`);
  if (ply === last) said.push(`result ${SIGNS[game.result]}`);
  return said.join(" · ");
}

// The scores of both engines over the game.
function showThoughts() {
  const place = byId("thoughts");
  if (!game.scores.some((score) => score)) {
    place.replaceChildren(element("p", { class: "note" }, "No scores were said."));
    return;
  }
  const last = lastOf(game);
  const plies = Array.from({ length: last + 1 }, (_, at) => at).slice(game.opening + 1);
  const scoresOf = (side) => plies.filter((at) => game.turns[at - 1] === side).map((at) => [at, thoughtAt(game, at).score]);
  const words = `Score as First sees it, in hundredths, curved towards the ends. Solid: ${game.first}; dashed: ${game.second}.`;
  place.replaceChildren(chartOf(scoresOf, last, (at) => go(at, true)), element("p", { class: "note" }, words));
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
  const last = lastOf(game);
  const plies = { ArrowLeft: ply - 1, ArrowRight: ply + 1, Home: 0, End: last };
  const games = { ArrowUp: -1, ArrowDown: 1 };
  if (event.key in plies && (byId("viewer").contains(event.target) || event.target === document.body)) go(plies[event.key], true);
  else if (event.key in games && event.target === byId("list")) stepGame(games[event.key]);
  else return;
  event.preventDefault();
}

if (DATA.games.length) {
  for (const id of ["by-engine", "by-result", "by-reason"]) {
    byId(id).addEventListener("change", () => {
      if (id === "by-engine") setUpResults();
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
