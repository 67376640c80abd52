"use strict";
// A graph over a game. Needs dom_elements.js, and nothing of the page but its style.

const STEEP = 200; // hundredths: a score of this size is drawn halfway up
const CHART = { width: 300, height: 132, left: 30, right: 294, top: 8, bottom: 104 };
const MOST_STEPS = 6; // of the numbers of moves below

function shape(name, attributes = {}, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

const line = (x1, y1, x2, y2, name) => shape("line", { x1, y1, x2, y2, class: name });
const label = (x, y, text) => shape("text", { x, y, "font-size": 10, class: "label" }, String(text));

// A score as First sees it, from −1 to 1; null if nothing was said.
function heightOf(score, mover) {
  const [kind, number] = (score ?? "").split(" ");
  const sign = mover === "1" ? 1 : -1;
  if (kind === "mate") return sign * (Number(number) > 0 ? 1 : -1);
  return kind === "cp" && number ? (sign * Number(number)) / (Math.abs(Number(number)) + STEEP) : null;
}

const SCORE_TICKS = [["mate 1", "win"], ["cp 200", "+200"], ["cp 0", "0"], ["cp -200", "−200"], ["mate -1", "loss"]]
  .map(([score, text]) => [heightOf(score, "1"), text]);

const acrossOf = (at, last) => CHART.left + ((CHART.right - CHART.left) * at) / Math.max(1, last);
const downOf = (height) => (CHART.top + CHART.bottom) / 2 - (height * (CHART.bottom - CHART.top)) / 2;

// Lines at some heights, and the numbers of moves.
function axes(ticks, last) {
  const shapes = [];
  for (const [height, text] of ticks) {
    const down = downOf(height);
    shapes.push(line(CHART.left, down, CHART.right, down, "axis"), label(CHART.left / 2, down, text));
  }
  const steps = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];
  const step = steps.find((size) => last / size <= MOST_STEPS) ?? last;
  for (let at = 0; at <= last; at += step) {
    const across = acrossOf(at, last);
    shapes.push(line(across, CHART.bottom, across, CHART.bottom + 4, "axis"), label(across, CHART.bottom + 11, at));
  }
  shapes.push(label((CHART.left + CHART.right) / 2, CHART.bottom + 23, "moves"));
  return shapes;
}

// The graph of lines, each a list of pairs of a ply and a height from −1 to 1 as First sees it, or null. `ticks` are pairs of a
// height and its text, `dots` have a ply, a height, a class and a title, `last` is the last ply, `onPly` gets the ply that is
// clicked. Its line of class `now` is placed by `markPly`.
function chartOf(lines, ticks, dots, last, onPly) {
  const shapes = axes(ticks, last);
  lines.forEach((heights, n) => {
    const points = heights.filter(([, height]) => height !== null).map(([at, height]) => [acrossOf(at, last), downOf(height)]);
    if (points.length > 1) shapes.push(shape("polyline", { points: points.join(" "), class: `thought${n + 1}` }));
    else for (const [cx, cy] of points) shapes.push(shape("circle", { cx, cy, r: 3, class: `dot${n + 1}` }));
  });
  for (const [at, height, name, title] of dots) {
    shapes.push(shape("circle", { cx: acrossOf(at, last), cy: downOf(height), r: 3.5, class: name }, shape("title", {}, title)));
  }
  shapes.push(shape("line", { y1: CHART.top, y2: CHART.bottom, class: "now" }));
  const svg = shape("svg", { viewBox: `0 0 ${CHART.width} ${CHART.height}`, role: "img", "aria-label": "Graph of the game" }, ...shapes);
  svg.addEventListener("click", (event) => {
    const box = svg.getBoundingClientRect();
    const across = ((event.clientX - box.left) / box.width) * CHART.width;
    onPly(Math.round(((across - CHART.left) / (CHART.right - CHART.left)) * last));
  });
  return svg;
}

function markPly(svg, ply, last) {
  const now = svg?.querySelector(".now");
  for (const end of ["x1", "x2"]) now?.setAttribute(end, acrossOf(ply, last));
}
