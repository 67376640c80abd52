"use strict";
// What the arena's page says of its games; game_viewer.js shows them.

const reasonOf = (g) => g.ending || g.reason.split(":")[0];
const unique = (words) => [...new Set(words)].sort();

// What is known of the move that led to this ply; nothing of the opening.
function thoughtAt(g, at) {
  const place = at - g.opening - 1;
  if (place < 0) return {};
  return { score: g.scores[place], depth: g.depths[place], nodes: g.nodes[place], time: g.times[place] };
}

const chosenEngine = () => byId("by-engine").value.slice(1);
const RESULTS = [["", "any"], ["p1win", "First won"], ["p2win", "Second won"], ["draw", "drawn"]];
const OWN_RESULTS = [["won", "won by the engine"], ["lost", "lost by the engine"]];

function passesResult(g, result) {
  const winner = winnerOf(g) && nameOf(g, winnerOf(g));
  if (result === "won") return winner === chosenEngine();
  if (result === "lost") return winner !== null && winner !== chosenEngine();
  return !result || g.result === result;
}

const OWN = {
  filters: {
    "by-engine": {
      choices: (games) => [["", "any"], ...unique(games.flatMap((g) => [g.first, g.second])).map((name) => [`=${name}`, name])],
      passes: (g, value) => !value || [g.first, g.second].includes(value.slice(1)),
    },
    "by-result": { choices: () => [...RESULTS, ...(byId("by-engine").value ? OWN_RESULTS : [])], passes: passesResult },
    "by-reason": {
      choices: (games) => [["", "anything"], ...unique(games.map(reasonOf)).map((word) => [`=${word}`, word])],
      passes: (g, value) => !value || reasonOf(g) === value.slice(1),
    },
  },
  listWords: (g) => `${g.moves.length - g.opening} plies${g.reason === "rules" ? "" : `, ${reasonOf(g)}`}`,
  heading: (g) => `Game ${g.number}`,
  mark(button, g, n) {
    if (n < g.opening) button.className = "opening";
  },
  show() {},
  plyOfKey() {},

  ending(g) {
    const loser = winnerOf(g) && nameOf(g, winnerOf(g) === "1" ? "2" : "1");
    const end = g.reason === "rules" ? `Ended: ${g.ending || "by the rules of the game"}.` : loser ? `${loser} lost by a fault: ${g.reason}.` : `Ended: ${g.reason}.`;
    const fault = g.fault ? ` The judge did not follow beyond this: ${g.fault}.` : "";
    return `${end}${fault} Opening: ${g.start}.`;
  },

  moveWords(g, at, last) {
    const { score, depth, nodes, time } = thoughtAt(g, at);
    const said = [`Move ${at} of ${last}: ${spaced(g.moves[at - 1])} by ${nameOf(g, g.turns[at - 1])}`];
    if (at <= g.opening) said.push("of the opening");
    if (score) said.push(`score ${score}`);
    if (depth) said.push(`depth ${depth}`);
    if (nodes) said.push(`${nodes.toLocaleString("en")} node${nodes === 1 ? "" : "s"}`);
    if (time !== undefined) said.push(`${time < 10 ? time.toFixed(1) : Math.round(time)} ms`);
    if (at === last) said.push(`result ${SIGNS[g.result]}`);
    return said.join(" · ");
  },

  // The scores of both engines over the game.
  graph(g, go) {
    if (!g.scores.some((score) => score)) return [element("p", { class: "note" }, "No scores were said.")];
    const last = lastOf(g);
    const plies = Array.from({ length: last + 1 }, (_, at) => at).slice(g.opening + 1);
    const lineOf = (side) => plies.filter((at) => g.turns[at - 1] === side).map((at) => [at, heightOf(thoughtAt(g, at).score, side)]);
    const words = `Score as First sees it, in hundredths, curved towards the ends. Solid: ${g.first}; dashed: ${g.second}.`;
    return [chartOf([lineOf("1"), lineOf("2")], SCORE_TICKS, [], last, go), element("p", { class: "note" }, words)];
  },
};
