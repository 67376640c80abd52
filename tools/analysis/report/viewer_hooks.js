"use strict";
// What the page of an analysis says of its games; game_viewer.js shows them.

const unique = (words) => [...new Set(words)].sort();
const SIGN = { blunder: "??", mistake: "?", doubtful: "?!", "": "" };
const RESULTS = [["", "any"], ["p1win", "First won"], ["p2win", "Second won"], ["draw", "drawn"], ["open", "not ended"]];
const LEAST = { blunder: ["blunder"], mistake: ["blunder", "mistake"], doubtful: ["blunder", "mistake", "doubtful"] };

const counted = (g, mark) => g.marks.filter((one) => one === mark).length;
const isMarked = (g, at) => Boolean(g.marks[at - 1]);

const OWN = {
  filters: {
    "by-player": {
      choices: (games) => [["", "any"], ...unique(games.flatMap((g) => [g.first, g.second])).map((name) => [`=${name}`, name])],
      passes: (g, value) => !value || [g.first, g.second].includes(value.slice(1)),
    },
    "by-result": { choices: () => RESULTS, passes: (g, value) => !value || (g.result || "open") === value },
    "by-mark": {
      choices: () => [["", "any"], ["blunder", "with a blunder"], ["mistake", "with a mistake"], ["doubtful", "with any"]],
      passes: (g, value) => !value || LEAST[value].some((mark) => counted(g, mark)),
    },
  },

  listWords(g) {
    const marks = ["blunder", "mistake", "doubtful"].filter((mark) => counted(g, mark)).map((mark) => `${counted(g, mark)}${SIGN[mark]}`);
    return [`${g.moves.length} plies`, ...marks].join(", ");
  },
  heading: (g) => `Game ${g.number}, ${g.title}`,
  ending: (g) => `${g.ending ? `Ended: ${g.ending}.` : "The game was not played to its end."}${g.fault ? ` The engine did not follow beyond this: ${g.fault}.` : ""} ${g.start}.`,

  mark(button, g, n) {
    if (!g.marks[n]) return;
    button.classList.add(g.marks[n]);
    button.append(element("b", {}, SIGN[g.marks[n]]));
  },

  moveWords(g, at, last) {
    const said = [`Move ${at} of ${last}: ${spaced(g.moves[at - 1])}${SIGN[g.marks[at - 1]]} by ${nameOf(g, g.turns[at - 1])}`];
    if (at === last) said.push(`result ${SIGNS[g.result]}`);
    return said.join(" · ");
  },

  show(g, at) {
    const said = at ? g.said[at - 1] : [];
    byId("said").replaceChildren(...said.flatMap(([term, text]) => [element("dt", {}, term), element("dd", {}, text)]));
  },

  graph(g, go) {
    const heights = g.heights.map((height, n) => [n + 1, height]);
    if (!g.heights.some((height) => height !== null)) return [element("p", { class: "note" }, "No values are known.")];
    const dots = heights.filter(([at, height]) => isMarked(g, at) && height !== null)
      .map(([at, height]) => [at, height, g.marks[at - 1], `${at}. ${spaced(g.moves[at - 1])}${SIGN[g.marks[at - 1]]}`]);
    const what = g.unit === "equity" ? "Equity" : "Winning chance";
    const words = `${what} as First sees it after each move; dots are marked decisions.`;
    return [chartOf([heights], DATA.ticks[g.unit], dots, lastOf(g), go), element("p", { class: "note" }, words)];
  },

  plyOfKey(key, g, at) {
    const plies = g.marks.map((_, n) => n + 1).filter((one) => isMarked(g, one));
    if (key === "n") return plies.find((one) => one > at);
    if (key === "p") return plies.findLast((one) => one < at);
    return undefined;
  },
};

// The positions of the table of the worst decisions, one after the other, also those not in view: the page may be printed.
async function drawSmallBoards() {
  for (const cell of document.querySelectorAll("td[data-game]")) {
    const g = DATA.games.find((one) => one.number === Number(cell.dataset.game));
    if (g) await showBoard(cell, g, Number(cell.dataset.ply) - 1, () => true);
  }
}

drawSmallBoards();
window.addEventListener("hashchange", () => byId("viewer").scrollIntoView());
