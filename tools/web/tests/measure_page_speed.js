/** Measures how soon the page can be used, and how smooth it is while the engine thinks.
 *
 *     npm run measure -- SECONDS
 *
 * The time of the processor is that of the page's own thread: a busy machine shows fewer frames than
 * the page could draw.
 */
import { test } from "node:test";
import { gameNames, startPageServer, openStatic, openGamePage } from "./support.js";

const seconds = Number(process.argv[2] ?? 6);
const serversByKind = { "engine in the page": openStatic(), "native engine": startPageServer() };

/** Times between frames, in milliseconds, sorted.
 * @param {import("playwright-core").Page} page
 * @returns {Promise<number[]>} */
function frames(page) {
  return page.evaluate(async (most) => {
    /** @type {() => Promise<number>} */
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const gaps = [];
    const first = await frame();
    for (let last = first; last < first + most; ) {
      const now = await frame();
      gaps.push(now - last);
      last = now;
    }
    return gaps.sort((a, b) => a - b);
  }, 1000 * seconds);
}

for (const [kind, world] of Object.entries(serversByKind)) {
  for (const game of await gameNames()) {
    test(`${kind}: ${game}`, async (measured) => {
      const { page, context } = await openGamePage(world, `#game=${game}`);
      await page.waitForSelector(".picture .next");
      const opened = await page.evaluate(() => performance.now());
      await page.getByRole("button", { name: "Analysis" }).click();
      await page.waitForSelector(".analysis .line");
      const devtools = await context.newCDPSession(page);
      await devtools.send("Performance.enable", { timeDomain: "threadTicks" });
      const busy = async () => {
        const { metrics } = await devtools.send("Performance.getMetrics");
        return metrics.find(({ name }) => name === "TaskDuration")?.value ?? NaN;
      };
      const before = await busy();
      const gaps = await frames(page);
      const own = (1000 * (await busy()) - 1000 * before) / gaps.length;
      const rate = (1000 * gaps.length) / gaps.reduce((sum, gap) => sum + gap, 0);
      const late = gaps.filter((gap) => gap > 25).length / gaps.length;
      const said = [
        `a move is possible after ${opened.toFixed(0)} ms`,
        `${rate.toFixed(1)} frames a second`,
        `${(100 * late).toFixed(1)} % late, the latest after ${gaps.at(-1)?.toFixed(0)} ms`,
        `${own.toFixed(2)} ms of the processor a frame`,
      ];
      measured.diagnostic(said.join("; "));
      await context.close();
    });
  }
}
