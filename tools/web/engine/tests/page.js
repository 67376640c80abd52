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
globalThis.ask = async (lines, last) => {
  const engine = start();
  const driver = new Driver(engine);
  driver.send(...lines);
  const answers = await driver.readTo(last);
  engine.terminate();
  return answers;
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
    browser.chromium = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
    browser.servers = { isolated: await serve(true), plain: await serve(false) };
    return browser;
  }

  /** Calls a function of the page, `play` or `ask`, in a fresh page. */
  async call(server, name, ...words) {
    const page = await this.chromium.newPage();
    await page.goto(`http://127.0.0.1:${this.servers[server].address().port}/`);
    await page.waitForFunction(() => "play" in globalThis);
    const result = await page.evaluate(([name, words]) => globalThis[name](...words), [name, words]);
    await page.close();
    return result;
  }

  async close() {
    await this.chromium.close();
    Object.values(this.servers).forEach((server) => server.close());
  }
}
