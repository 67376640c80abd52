// A page of Chromium with the engine in it.

import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join, normalize } from "node:path";

import { chromium } from "playwright-core";

import { ROOT, WASM } from "./support.js";

const FOLDER = join(ROOT, "tools/web/engine");
const TYPES = { html: "text/html", js: "text/javascript", wasm: "application/wasm" };
const PAGE = `<!doctype html><title>test</title><script type="module">
import { Engine } from "/engine.js";
import { Driver, always, inMidSearch } from "/tests/scenarios.js";
const start = (mode) => new Engine({ wasm: "/parlour.wasm", ...mode && { mode } });
globalThis.play = async (name, mode) => {
  const engines = [start(mode), start(mode)];
  await ({ ...always, ...inMidSearch })[name](...engines.map((engine) => new Driver(engine)));
  engines.forEach((engine) => engine.terminate());
  return engines[0].mode;
};
let driver = null;
globalThis.ask = (lines, last) => {
  driver ??= new Driver(start());
  driver.send(...lines);
  return driver.readTo(last);
};
</script>`;

/** Serves the folder of the engine; `isolated` with the headers for shared memory. */
function serve(isolated) {
  const server = createServer(({ url }, response) => {
    const { pathname } = new URL(url, "http://localhost");
    response.setHeader("Content-Type", TYPES[pathname.split(".").at(-1)] ?? TYPES.html);
    if (isolated) {
      response.setHeader("Cross-Origin-Opener-Policy", "same-origin");
      response.setHeader("Cross-Origin-Embedder-Policy", "require-corp");
    }
    try {
      const file = pathname === "/parlour.wasm" ? WASM : join(FOLDER, normalize(pathname));
      response.end(pathname === "/" ? PAGE : readFileSync(file));
    } catch {
      response.writeHead(404).end();
    }
  });
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve(server));
  });
}

/** A browser with a server of isolated pages and one of others. */
export class Browser {
  static async launch() {
    const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
    const browser = new Browser();
    browser.server = await chromium.launchServer({ executablePath, args: ["--no-sandbox"] });
    browser.process = browser.server.process().pid;
    browser.chromium = await chromium.connect(browser.server.wsEndpoint());
    browser.servers = { isolated: await serve(true), plain: await serve(false) };
    return browser;
  }

  /** A fresh page with the functions `play` and `ask`. */
  async open(server) {
    const page = await this.chromium.newPage();
    await page.goto(`http://127.0.0.1:${this.servers[server].address().port}/`);
    await page.waitForFunction(() => "ask" in globalThis);
    return page;
  }

  /** Plays a scenario in a fresh page; returns the mode of the engine. */
  async play(server, name, mode) {
    const page = await this.open(server);
    const used = await page.evaluate(([name, mode]) => globalThis.play(name, mode), [name, mode]);
    await page.close();
    return used;
  }

  async close() {
    await this.server.close();
    Object.values(this.servers).forEach((server) => server.close());
  }
}
