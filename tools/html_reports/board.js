"use strict";
// The boards of the page's games, as the judge of the rules has drawn them: pictures (SVG), or lines of letters.

const DATA = JSON.parse(document.getElementById("data").textContent);

// The texts of a game's boards. They are stored as the numbers of their parts, a 0 after each board, deflated.
async function unpack(packed) {
  const deflated = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  const stream = new Blob([deflated]).stream().pipeThrough(new DecompressionStream("deflate"));
  const bytes = await new Response(stream).arrayBuffer();
  const numbers = DATA.width === 2 ? new Uint16Array(bytes) : new Uint32Array(bytes);
  const texts = [];
  let parts = [];
  for (const number of numbers) {
    if (number) parts.push(DATA.parts[number - 1]);
    else {
      texts.push(parts.join(""));
      parts = [];
    }
  }
  return texts;
}

// A board as an element of the page; none if the judge has drawn none. The page's policy runs no script of a picture.
function boardOf(text) {
  if (!text) return [];
  const root = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  if (root instanceof SVGSVGElement) return [document.importNode(root, true)];
  const letters = document.createElement("pre");
  letters.textContent = text;
  return [letters];
}

// Shows a board of a game in an element when it is unpacked, unless another one is wanted by then.
async function showBoard(place, g, at, isWanted) {
  g.unpacked ??= unpack(g.boards);
  const texts = await g.unpacked.catch(() => null);
  if (!isWanted()) return;
  if (texts) place.replaceChildren(...boardOf(texts[at]));
  else place.textContent = "This browser is too old for the boards.";
}
