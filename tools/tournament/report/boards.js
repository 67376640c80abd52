"use strict";
// Boards as SVG, from the texts of positions that the judge of the rules has written.
// A drawing takes a state { sides, variant, fen, text, before, move, mover, row }: `sides` are the colours
// of First and Second, `text` is the judge's own drawing, `before` the fen one move earlier, `mover` "1"
// (First) or "2", `row` the cells that won. `text`, `before`, `move` and `mover` may be "".

const CELL = 40; // units a cell; all lengths below are units of the drawing

function shape(name, attributes = {}, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

function picture(width, height, label, children) {
  const viewBox = `0 0 ${width} ${height}`;
  return shape("svg", { viewBox, role: "img", "aria-label": label, class: "board" }, ...children);
}

function disc(x, y, r, name) {
  return shape("circle", { cx: x, cy: y, r, class: name });
}

function label(x, y, text, size = 13) {
  return shape("text", { x, y, "font-size": size, class: "label" }, String(text));
}

// Rows of a fen from the top, each an array of cells; "" is an empty one.
function cellsOf(fen) {
  const spell = (row) => row.replace(/\d+/g, (n) => ".".repeat(Number(n)));
  return fen.split(" ")[0].split("/").map((row) => [...spell(row)].map((c) => (c === "." ? "" : c)));
}

function changed(state, x, y) {
  return state.before !== "" && cellsOf(state.before)[y]?.[x] !== cellsOf(state.fen)[y][x];
}

// A rack with numbered channels, as of Connect 4; rows have letters from the top.
function drawRack(state) {
  const rows = cellsOf(state.fen);
  const [width, height] = [rows[0].length, rows.length];
  const shapes = [shape("rect", { x: 0, y: 24, width: width * CELL, height: height * CELL, rx: 8, class: "rack" })];
  rows[0].forEach((_, x) => shapes.push(label((x + 0.5) * CELL, 12, x + 1, 15)));
  rows.forEach((row, y) => {
    const middle = 24 + (y + 0.5) * CELL;
    const letter = String.fromCharCode(65 + y);
    shapes.push(label(width * CELL + 14, middle, letter, 15));
    row.forEach((stone, x) => {
      const across = (x + 0.5) * CELL;
      const name = stone === "x" ? "first" : stone === "o" ? "second" : "hole";
      shapes.push(disc(across, middle, 16, `disc ${name}`));
      if (stone === "x") shapes.push(disc(across, middle, 10.5, "inner"));
      if (state.row.includes(`${x + 1}${letter}`)) shapes.push(disc(across, middle, 17.5, "won"));
      if (stone && changed(state, x, y)) shapes.push(disc(across, middle, 5, "last"));
    });
  });
  return picture(width * CELL + 28, height * CELL + 26, "Rack", shapes);
}

// Stones on the crossings of lines, as in Connect 5; columns from a, rows from 1 at the bottom.
function drawStones(state) {
  const rows = cellsOf(state.fen);
  const [width, height] = [rows[0].length, rows.length];
  const size = Math.max(13, (width + 1) * 1.05); // of letters: legible where the board is narrow
  const edge = size * 1.9;
  const [right, bottom] = [edge + width * CELL, height * CELL];
  const middle = (n) => (n + 0.5) * CELL;
  const shapes = [shape("rect", { x: edge, y: 0, width: width * CELL, height: bottom, rx: 6, class: "wood" })];
  for (let x = 0; x < width; x++) {
    const across = edge + middle(x);
    shapes.push(shape("line", { x1: across, x2: across, y1: CELL / 2, y2: bottom - CELL / 2, class: "line" }));
    shapes.push(label(across, bottom + size * 0.8, String.fromCharCode(97 + x), size));
  }
  for (let y = 0; y < height; y++) {
    const down = middle(y);
    shapes.push(shape("line", { x1: edge + CELL / 2, x2: right - CELL / 2, y1: down, y2: down, class: "line" }));
    shapes.push(label(edge / 2, down, height - y, size));
  }
  rows.forEach((row, y) => row.forEach((stone, x) => {
    if (!stone) return;
    const [across, down] = [edge + middle(x), middle(y)];
    const cell = `${String.fromCharCode(97 + x)}${height - y}`;
    shapes.push(disc(across, down, 17.5, `stone ${stone === "x" ? "black" : "white"}`));
    if (state.row.includes(cell)) shapes.push(disc(across, down, 15.5, "won"));
    if (changed(state, x, y)) shapes.push(disc(across, down, 6, "last"));
  }));
  return picture(right + 2, bottom + size * 1.6, "Board", shapes);
}

// Sticks 'n' Barrels from above: a stick is a peg, a hollow barrel a ring that a peg fits into.
const IN_HOLE = { S: ["S1"], H: ["H1"], B: ["B1"], s: ["S2"], h: ["H2"], b: ["B2"], X: ["H1", "S2"], x: ["H2", "S1"] };
const TRAY = { S: 10, H: 4, B: 4 };

function drawPiece(piece, x, y) {
  const side = piece[1] === "1" ? "first" : "second";
  if (piece[0] === "S") return [disc(x, y, 7, `peg ${side}`)];
  if (piece[0] === "B") return [disc(x, y, 16, `barrel ${side}`), disc(x, y, 3, "pin")];
  return [disc(x, y, 13, "ring-edge"), disc(x, y, 13, `ring ${side}`)];
}

function drawTray(pieces, side, y) {
  const left = { ...TRAY };
  for (const piece of pieces) if (piece[1] === side) left[piece[0]] -= 1;
  return Object.entries(left).flatMap(([kind, count], place) => {
    const x = 60 + place * 90;
    return [...drawPiece(kind + side, x, y), label(x + 34, y, `× ${count}`, 15)];
  });
}

function drawHoles(state) {
  const rows = cellsOf(state.fen);
  const [left, top] = [24, 44];
  const at = (cell) => [left + (cell.charCodeAt(0) - 96.5) * CELL, top + (7.5 - Number(cell[1])) * CELL];
  const shapes = [shape("rect", { x: left, y: top, width: 7 * CELL, height: 7 * CELL, rx: 6, class: "wood" })];
  const pieces = [];
  rows.forEach((row, y) => row.forEach((content, x) => {
    const cell = `${String.fromCharCode(97 + x)}${7 - y}`;
    shapes.push(disc(...at(cell), 4, "peg-hole"));
    for (const piece of IN_HOLE[content] ?? []) {
      pieces.push(piece);
      shapes.push(...drawPiece(piece, ...at(cell)));
    }
  }));
  const [from, to] = state.move.includes("@") ? ["", state.move.slice(2)] : [state.move.slice(0, 2), state.move.slice(2)];
  for (const [cell, name] of [[from, "mark from"], [to, "mark"]]) {
    if (!cell) continue;
    const [x, y] = at(cell);
    shapes.push(shape("rect", { x: x - 18, y: y - 18, width: 36, height: 36, rx: 5, class: name }));
  }
  for (let n = 0; n < 7; n++) {
    shapes.push(label(left + (n + 0.5) * CELL, top + 7 * CELL + 12, "abcdefg"[n], 14));
    shapes.push(label(12, top + (n + 0.5) * CELL, 7 - n, 14));
  }
  shapes.push(...drawTray(pieces, "2", 20), ...drawTray(pieces, "1", top + 7 * CELL + 44));
  return picture(left + 7 * CELL + 6, top + 7 * CELL + 68, "Board", shapes);
}

// Backgammon, as First sees it: his home is at the bottom right.
const POINT = 32;
const [BAR, TRAY_WIDTH, FLOOR, RIM] = [36, 44, 330, 18];
const BAR_LEFT = 6 * POINT;
const RIGHT = 12 * POINT + BAR;

// Checkers on points 0 to 25 as First counts them, of First (25 is his bar) and Second (0 is his).
function readXgid(fen) {
  const [cells, stake, owner, turn, dice, score1, score2, , length] = fen.split(" ")[0].slice(5).split(":");
  const count = (low) => [...cells].map((c) => (c === "-" || (c > "Z") !== low ? 0 : (c.charCodeAt(0) & 31)));
  return { checkers: [count(false), count(true)], stake: 2 ** Number(stake), owner, turn, dice, score: [score1, score2], length };
}

function pointPlace(point) {
  const fromLeft = point > 12 ? point - 13 : 12 - point;
  return [fromLeft * POINT + POINT / 2 + (fromLeft > 5 ? BAR : 0), point > 12];
}

function drawPoint(point, shown) {
  const [x, isTop] = pointPlace(point);
  const [base, tip] = isTop ? [RIM, RIM + 138] : [RIM + FLOOR, RIM + FLOOR - 138];
  const points = `${x - POINT / 2},${base} ${x + POINT / 2},${base} ${x},${tip}`;
  const number = label(x, isTop ? RIM / 2 : RIM + FLOOR + RIM / 2, shown, 13);
  return [shape("polygon", { points, class: point % 2 ? "odd" : "even" }), number];
}

function drawStack(point, count, side, moved) {
  const [x, isTop] = pointPlace(point);
  const place = (n) => (isTop ? RIM + 15 + n * 28 : RIM + FLOOR - 15 - n * 28);
  const shapes = [];
  for (let n = 0; n < Math.min(count, 5); n++) {
    shapes.push(disc(x, place(n), 14, `checker ${side}`));
    if (n >= Math.min(count, 5) - moved) shapes.push(disc(x, place(n), 10, `moved ${side}`));
  }
  if (count > 5) shapes.push(shape("text", { x, y: place(4), "font-size": 15, class: `count ${side}` }, String(count)));
  if (moved < 0) shapes.push(disc(x, place(Math.min(count, 5)), 13, "ghost"));
  return shapes;
}

function drawBar(count, side, direction) {
  const [x, y] = [BAR_LEFT + BAR / 2, RIM + FLOOR / 2 + direction * 38];
  const shapes = [];
  for (let n = 0; n < Math.min(count, 3); n++) shapes.push(disc(x, y + direction * n * 29, 14, `checker ${side}`));
  if (count > 1) shapes.push(shape("text", { x, y, "font-size": 15, class: `count ${side}` }, String(count)));
  return shapes;
}

function drawOff(count, side, isTop) {
  const shapes = [];
  for (let n = 0; n < count; n++) {
    const y = isTop ? RIM + 4 + n * 8.6 : RIM + FLOOR - 12 - n * 8.6;
    shapes.push(shape("rect", { x: RIGHT + 7, y, width: 30, height: 7.4, rx: 2, class: `checker ${side}` }));
  }
  if (count) shapes.push(label(RIGHT + 22, isTop ? RIM / 2 : RIM + FLOOR + RIM / 2, count, 13));
  return shapes;
}

const PIPS = [[], [4], [0, 8], [0, 4, 8], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]];

function drawDie(value, x, y, side) {
  const shapes = [shape("rect", { x: x - 14, y: y - 14, width: 28, height: 28, rx: 5, class: `die ${side}` })];
  for (const n of PIPS[value]) shapes.push(disc(x + ((n % 3) - 1) * 8, y + (Math.floor(n / 3) - 1) * 8, 2.7, `pip ${side}`));
  return shapes;
}

function drawCube(board, isOffered) {
  const value = isOffered ? board.stake * 2 : board.stake;
  const sign = isOffered ? -Number(board.turn) : Number(board.owner);
  const [x, y] = [BAR_LEFT + BAR / 2, RIM + FLOOR / 2 + (isOffered ? 0 : sign * (FLOOR / 2 - 18))];
  const box = shape("rect", { x: x - 15, y: y - 15, width: 30, height: 30, rx: 4, class: isOffered ? "cube offered" : "cube" });
  const text = String(value === 1 ? 64 : value);
  return [box, shape("text", { x, y, "font-size": text.length > 3 ? 10 : 14, class: "cube-value" }, text)];
}

function diceOf(state, board) {
  const played = /^([1-6])([1-6]):/.exec(state.move);
  if (played) return [played[1], played[2], state.mover];
  const before = state.move && state.before && state.move.includes("/") ? readXgid(state.before) : board;
  const dice = /^[1-6][1-6]$/.test(before.dice) ? [...before.dice] : null;
  return dice ? [...dice, before.turn === "1" ? "1" : "2"] : null;
}

function drawPoints(state) {
  const board = readXgid(state.fen);
  const before = state.before ? readXgid(state.before).checkers : board.checkers;
  const shapes = [shape("rect", { x: 0, y: RIM, width: RIGHT + TRAY_WIDTH, height: FLOOR, rx: 6, class: "felt" })];
  for (let point = 1; point <= 24; point++) shapes.push(...drawPoint(point, state.mover === "2" ? 25 - point : point));
  shapes.push(shape("rect", { x: BAR_LEFT, y: RIM, width: BAR, height: FLOOR, class: "bar" }));
  shapes.push(shape("rect", { x: RIGHT, y: RIM, width: TRAY_WIDTH, height: FLOOR, rx: 6, class: "bar" }));
  ["light", "dark"].forEach((side, n) => {
    const isMover = state.mover === String(n + 1);
    for (let point = 1; point <= 24; point++) {
      const moved = isMover ? board.checkers[n][point] - before[n][point] : 0;
      shapes.push(...drawStack(point, board.checkers[n][point], side, moved));
    }
    shapes.push(...drawBar(board.checkers[n][n ? 0 : 25], side, n ? 1 : -1));
    const all = state.variant.includes("hypergammon") ? 3 : 15;
    shapes.push(...drawOff(all - board.checkers[n].reduce((a, b) => a + b), side, n === 1));
  });
  const dice = diceOf(state, board);
  if (dice) {
    const isFirst = dice[2] === "1";
    const x = isFirst ? BAR_LEFT + BAR + 3 * POINT : 3 * POINT;
    const side = isFirst ? "light" : "dark";
    shapes.push(...drawDie(dice[0], x - 18, RIM + FLOOR / 2, side), ...drawDie(dice[1], x + 18, RIM + FLOOR / 2, side));
  }
  if (/\bcube( on|$| (?!off))/.test(state.variant)) shapes.push(...drawCube(board, "DB".includes(board.dice[0])));
  return picture(RIGHT + TRAY_WIDTH, FLOOR + 2 * RIM, "Board", shapes);
}

// A position as text: the judge's drawing, or else the cells of the fen, or else the fen.
function drawText(state) {
  const rows = cellsOf(state.fen).map((row) => row.map((cell) => cell || ".").join(" "));
  const lines = state.text ? state.text.split("\n") : rows.length > 1 ? rows : [state.fen];
  const size = 16;
  const shapes = lines.map((line, n) => {
    const place = { x: 8, y: (n + 1) * size * 1.25, "font-size": size, class: "drawn" };
    return shape("text", place, line.replaceAll(" ", "\u00a0"));
  });
  const longest = Math.max(20, ...lines.map((line) => line.length));
  return picture(longest * size * 0.62 + 16, (lines.length + 1) * size * 1.25, "Board", shapes);
}

const withSides = (state, first, second) => `First: ${state.sides[0]}${first}. Second: ${state.sides[1]}${second}.`;

function captionOfPoints(state) {
  const board = readXgid(state.fen);
  const pips = board.checkers.map((side, n) => side.reduce((sum, c, p) => sum + c * (n ? 25 - p : p), 0));
  const score = board.length === "0" ? "" : ` Score ${board.score.join("–")} of ${board.length}.`;
  const view = state.mover === "2" ? "Second" : "First";
  return `${withSides(state, ", moves to the bottom right", "")} Numbers as ${view} counts. Pips ${pips.join("–")}.${score}`;
}

// The drawings, each with a line of words for under the board. The first that fits draws all games of
// the page: `board` and `sides` are as the engine describes them, `fen` and `move` fit all fens and moves.
const DRAWINGS = [
  {
    board: "points", sides: ["light", "dark"], fen: /^XGID=/, move: /^/, draw: drawPoints, captionOf: captionOfPoints,
  },
  {
    board: "grid", sides: ["red", "yellow"], fen: /^[xo\d/]+ [xo]/, move: /^\d+$/, draw: drawRack,
    captionOf: (state) => withSides(state, ", with a ring", ""),
  },
  {
    board: "grid", sides: ["black", "white"], fen: /^[xo\d/]+ [xo]/, move: /^[a-z]\d+$/, draw: drawStones,
    captionOf: (state) => withSides(state, "", ""),
  },
  {
    board: "grid", sides: ["red", "yellow"], fen: /^([1-7SHBXshbx]+\/){6}[1-7SHBXshbx]+ [ry]/,
    move: /^([SHB]@|[a-g][1-7])[a-g][1-7]$/, draw: drawHoles,
    captionOf: (state) =>
      `${withSides(state, ", tray below", ", tray above")} Peg: stick; ring: hollow barrel; disc: solid barrel.`,
  },
  { fen: /^/, move: /^/, draw: drawText, captionOf: (state) => (state.sides[0] ? withSides(state, "", "") : "") },
];

// The drawing for all games of the page's data.
function drawingFor(data) {
  return DRAWINGS.find(({ board, sides, fen, move }) =>
    (!board || board === data.game.board) &&
    (!sides || sides.join() === data.game.sides.join()) &&
    data.games.every((g) => g.fens.every((text) => fen.test(text)) && g.moves.every((text) => move.test(text))));
}
