// Dialogues in which lines come in while the engine searches. They run in Node and in a browser.

/** What the tests do with an engine: an object with `postMessage` and `onmessage`. */
export class Driver {
  #engine;
  #lines = [];
  #wake = () => {};

  constructor(engine) {
    this.#engine = engine;
    engine.onmessage = ({ data }) => this.#add(data);
    engine.onclose = () => this.#add("(closed)");
    engine.onerror = ({ message }) => this.#add(`(fault: ${message})`);
  }

  #add(line) {
    this.#lines.push(line);
    this.#wake();
  }

  send(...lines) {
    lines.forEach((line) => this.#engine.postMessage(line));
  }

  /** The next line. */
  async next() {
    while (this.#lines.length === 0) {
      await new Promise((resolve) => {
        this.#wake = resolve;
      });
    }
    return this.#lines.shift();
  }

  /** The next line that begins so; only `info` may come before it. */
  async find(front) {
    for (;;) {
      const line = await this.next();
      if (line.startsWith(front)) {
        return line;
      }
      if (!line.startsWith("info ")) {
        throw new Error(`'${line}' instead of '${front}'`);
      }
    }
  }

  /** All lines up to the first one that begins so. */
  async readTo(front) {
    const lines = [];
    do {
      lines.push(await this.next());
    } while (!lines.at(-1).startsWith(front));
    return lines;
  }
}

function expect(condition, text) {
  if (!condition) {
    throw new Error(text);
  }
}

/** For each game of the engine the lines after which a side is to move. */
async function openedGames(driver) {
  driver.send("games");
  const [, ...names] = (await driver.find("games ")).split(" ");
  const opened = [];
  for (const name of names) {
    driver.send(`newgame ${name}`, "describe");
    const facts = await driver.readTo("describeok");
    const dice = facts.includes("describe dice yes") ? ["dice 6 2"] : [];
    opened.push([`newgame ${name}`, ...dice]);
  }
  return opened;
}

/** Each of them needs an engine that answers in mid-search. */
export const inMidSearch = {
  async "stop and isready are answered in mid-search"(driver) {
    for (const game of await openedGames(driver)) {
      driver.send(...game, "go infinite");
      await driver.find("info ");
      driver.send("@7 isready");
      await driver.find("@7 readyok");
      driver.send("stop", "fen");
      await driver.find("bestmove ");
      await driver.find("fen ");
    }
  },

  async "a search that is done waits for stop"(driver) {
    driver.send("newgame connect4", "move 1 2 1 2 1 2", "go infinite");
    await driver.find("info depth");
    driver.send("isready");
    await driver.find("readyok");
    driver.send("stop");
    expect((await driver.find("bestmove ")) === "bestmove 1", "the winning move");
  },

  async "quit in mid-search ends the session after its answer"(driver) {
    driver.send("newgame connect5", "go infinite");
    await driver.find("info ");
    driver.send("quit", "fen");
    await driver.find("bestmove ");
    expect((await driver.next()) === "(closed)", "the end");
  },

  async "perft, bench and explain are stopped as searches are"(driver) {
    for (const [command, answer] of [
      ["perft 30", "error interrupted "],
      ["bench", "error interrupted "],
      ["explain movetime 600000", "explain "],
    ]) {
      driver.send("newgame sticks", command, "@x isready");
      await driver.find("@x readyok");
      driver.send("stop", "fen");
      await driver.find(answer);
      await driver.readTo("fen ");
    }
  },

  async "a flood of lines is answered to its end"(driver) {
    driver.send("newgame connect5", "go infinite");
    await driver.find("info ");
    const line = `@flood position startpos moves ${"h8 ".repeat(500)}`;
    driver.send(...Array(300).fill(line), "stop", "@last fen");
    await driver.find("bestmove ");
    const lines = await driver.readTo("@last fen ");
    expect(lines.length === 301, `${lines.length} lines`);
  },
};

/** They hold in every mode. */
export const always = {
  async "every game is played and judged"(driver) {
    for (const game of await openedGames(driver)) {
      driver.send(...game, "show");
      await driver.readTo("fen ");
      driver.send("go movetime 50");
      await driver.find("bestmove ");
    }
  },

  async "what needs a file or a thread is refused or done without"(driver) {
    driver.send("setoption name Threads value 4", "setoption name LogFile value /tmp/log");
    expect((await driver.next()).startsWith("error bad-value /tmp/log"), "no file");
    driver.send("newgame connect5", "move h8", "go nodes 3000");
    await driver.find("bestmove ");
  },

  async "random streams begin differently in each engine"(driver, another) {
    driver.send("query seed");
    another.send("query seed");
    expect((await driver.next()) !== (await another.next()), "two seeds");
  },
};
