// The engine in a page of Chromium, in each mode.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { Browser } from "./chromium_and_servers.js";
import { always, inMidSearch } from "./scenarios.js";

let browser;
before(async () => {
  browser = await Browser.launch();
});
after(() => browser.close());

for (const name of Object.keys({ ...always, ...inMidSearch })) {
  test(`isolated page: ${name}`, async () => {
    assert.equal(await browser.play("isolated", name), "shared");
  });
  test(`page that is not isolated: ${name}`, async () => {
    assert.equal(await browser.play("plain", name), "suspended");
  });
}

for (const name of Object.keys(always)) {
  test(`lines between searches only: ${name}`, async () => {
    assert.equal(await browser.play("plain", name, "between"), "between");
  });
}
