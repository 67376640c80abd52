"use strict";
// Tables of class `sortable`: their heads become buttons that sort the rows, numbers before texts. Needs dom_elements.js.

// A cell as what it is sorted by: its first number, or its text.
function keyOf(row, column) {
  const text = row.cells[column].textContent.trim();
  const found = text.match(/^[+\-−]?\d+(\.\d+)?/);
  return found ? Number(found[0].replace("−", "-")) : text;
}

function compare(one, two) {
  if (typeof one !== typeof two) return typeof one === "number" ? -1 : 1;
  return typeof one === "number" ? one - two : one.localeCompare(two);
}

function sortBy(table, column) {
  const heads = [...table.tHead.rows[0].cells];
  const isDown = heads[column].getAttribute("aria-sort") === "descending";
  heads.forEach((head) => head.removeAttribute("aria-sort"));
  heads[column].setAttribute("aria-sort", isDown ? "ascending" : "descending");
  const rows = [...table.tBodies[0].rows].map((row) => [keyOf(row, column), row]);
  rows.sort(([one], [two]) => (isDown ? compare(one, two) : compare(two, one)));
  table.tBodies[0].append(...rows.map(([, row]) => row));
}

for (const table of document.querySelectorAll("table.sortable")) {
  [...table.tHead.rows[0].cells].forEach((head, column) => {
    const button = element("button", { type: "button" }, ...head.childNodes);
    button.addEventListener("click", () => sortBy(table, column));
    head.append(button);
  });
}
