// The games of the page: a list to choose from, a board to click through, moves and scores.
// Everything is set as text, never as markup. Needs boards.js before it.

const DATA = JSON.parse(document.getElementById("data").textContent);
const byId = (id) => document.getElementById(id);
const DRAWING = drawingFor(DATA);
const STEEP = 200; // hundredths: a score of this size is drawn halfway up
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

// What is known of the move that led to this ply; nothing of the opening.
function thoughtAt(g, at) {
  const place = at - g.opening - 1;
  if (place < 0) return {};
  return { score: g.scores[place], depth: g.depths[place], nodes: g.nodes[place], time: g.times[place] };
}

// A score as First sees it, from −1 to 1; null if nothing was said.
function heightOf(score, mover) {
  const [kind, number] = (score ?? "").split(" ");
  const sign = mover === "1" ? 1 : -1;
  if (kind === "mate") return sign * (Number(number) > 0 ? 1 : -1);
  return kind === "cp" && number ? (sign * Number(number)) / (Math.abs(Number(number)) + STEEP) : null;
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
  byId("players").textContent = `Game ${g.number}: ${g.first} (First) – ${g.second} (Second)  ${SIGNS[g.result]}${points}`;
  byId("ending").textContent = endingOf(g);
  byId("slider").max = g.fens.length - 1;
  showMoves();
  drawThoughts();
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
  const last = game.fens.length - 1;
  ply = Math.max(0, Math.min(last, at));
  const state = {
    sides: DATA.game.sides,
    variant: DATA.variant,
    fen: game.fens[ply] ?? "",
    text: game.drawings[ply] ?? "",
    before: ply ? game.fens[ply - 1] : "",
    move: ply ? game.moves[ply - 1] : "",
    mover: ply ? game.turns[ply - 1] : "",
    row: ply === last ? game.row : [],
  };
  byId("board").replaceChildren(...(last >= 0 ? [DRAWING.draw(state)] : []));
  byId("board").firstChild?.setAttribute("aria-label", `Board after ${ply} moves: ${state.fen}`);
  byId("caption").textContent = last >= 0 ? DRAWING.captionOf(state) : "";
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
  markThought();
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

const CHART = { width: 300, height: 120, left: 30, top: 8, bottom: 104 };
const acrossOf = (at) => CHART.left + ((CHART.width - CHART.left - 6) * at) / Math.max(1, game.fens.length - 1);
const downOf = (height) => (CHART.top + CHART.bottom) / 2 - (height * (CHART.bottom - CHART.top)) / 2;

// The scores of both engines over the game, as First sees them.
function drawThoughts() {
  const shapes = [];
  if (!game.scores.some((score) => score)) {
    byId("thoughts").replaceChildren(element("p", { class: "note" }, "No scores were said."));
    return;
  }
  for (const [score, text] of [["mate 1", "win"], ["cp 200", "+200"], ["cp 0", "0"], ["cp -200", "−200"], ["mate -1", "loss"]]) {
    const down = downOf(heightOf(score, "1"));
    shapes.push(shape("line", { x1: CHART.left, x2: CHART.width - 6, y1: down, y2: down, class: "axis" }));
    shapes.push(label(CHART.left / 2, down, text, 10));
  }
  shapes.push(label((CHART.left + CHART.width) / 2, 114, "moves", 10));
  for (const side of ["1", "2"]) {
    const points = [];
    for (let at = game.opening + 1; at < game.fens.length; at++) {
      const height = game.turns[at - 1] === side ? heightOf(thoughtAt(game, at).score, side) : null;
      if (height !== null) points.push([acrossOf(at), downOf(height)]);
    }
    if (points.length > 1) shapes.push(shape("polyline", { points: points.join(" "), class: `thought${side}` }));
    else for (const point of points) shapes.push(disc(...point, 3, `dot${side}`));
  }
  shapes.push(shape("line", { y1: CHART.top, y2: CHART.bottom, class: "now" }));
  const svg = shape("svg", { viewBox: `0 0 ${CHART.width} ${CHART.height}`, role: "img", "aria-label": "Scores over the game" }, ...shapes);
  svg.addEventListener("click", (event) => {
    const box = svg.getBoundingClientRect();
    const across = ((event.clientX - box.left) / box.width) * CHART.width;
    go(Math.round(((across - CHART.left) / (CHART.width - CHART.left - 6)) * (game.fens.length - 1)), true);
  });
  const words = `Score as First sees it, in hundredths, curved towards the ends. Solid: ${game.first}; dashed: ${game.second}.`;
  byId("thoughts").replaceChildren(svg, element("p", { class: "note" }, words));
}

function markThought() {
  const line = byId("thoughts").querySelector(".now");
  for (const end of ["x1", "x2"]) line?.setAttribute(end, acrossOf(ply));
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
  const last = game.fens.length - 1;
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
  byId("to-end").addEventListener("click", () => go(game.fens.length - 1, true));
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
