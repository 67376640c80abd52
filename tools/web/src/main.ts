import "./style.css";
import { readCatalogue } from "./engine/catalogue";
import { Engine } from "./engine/client";
import { connectBySocket } from "./engine/socket_transport";
import type { Connect } from "./engine/transport";
import { connectToWorker } from "./engine/worker_transport";
import { GameWithEngine } from "./game/game_with_engine";
import { person, readLink, type Settings } from "./game/settings_and_link";
import { Page } from "./view/page";
import { Console } from "./view/console";

const PACE_MS = 450;
const FIRST_GAME_STRENGTH = 0.4; // share of the full strength in the first game

function connection(): Connect {
  const native =
    document.querySelector<HTMLMetaElement>('meta[name="engine"]')?.content === "socket";
  if (!native) {
    // With an engine of its own, the page also works offline.
    if (import.meta.env.PROD) void navigator.serviceWorker?.register("./service-worker.js");
    return connectToWorker;
  }
  const address = new URL("./engine", location.href);
  address.protocol = address.protocol.replace("http", "ws");
  address.hash = "";
  return connectBySocket(address.href);
}

async function start(): Promise<void> {
  const placeholder = document.querySelector("#page");
  if (!placeholder) return;
  const lines = new Console();
  const watch = lines.add.bind(lines);
  const connect = connection();
  const rulesEngine = new Engine("board", connect, watch);
  try {
    const catalogue = await readCatalogue(rulesEngine);
    const [first] = catalogue.games;
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const most = catalogue.options.find((option) => option.name === "Level")?.most ?? 0;
    const level = String(Math.round(FIRST_GAME_STRENGTH * most));
    const settings: Settings = {
      game: first?.name ?? "",
      sides: { p1: person(), p2: { ...person(), player: first?.players[0]?.name ?? "", level } },
      dice: "engine",
      clock: undefined,
    };
    const pace = still ? 0 : PACE_MS;
    const game = new GameWithEngine(catalogue, connect, rulesEngine, watch, settings, pace);
    lines.game = game;
    const page = new Page(game, lines);
    placeholder.replaceWith(page.element);
    await page.open(readLink(location.hash));
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    placeholder.textContent = `The engine cannot be reached: ${text}.`;
  }
}

void start();
