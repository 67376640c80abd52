import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { defineConfig, type Plugin } from "vite";

// The headers let the engine in the page share memory with it, see engine/README.md.
const headers = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
};

/** Writes the service worker with the list of all built files. */
function offline(): Plugin {
  return {
    name: "offline",
    apply: "build",
    writeBundle({ dir = "dist" }) {
      const all = readdirSync(dir, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && entry.name !== "service-worker.js")
        .map((entry) => join(entry.parentPath, entry.name))
        .sort();
      const hash = createHash("sha256");
      for (const file of all) hash.update(file).update(readFileSync(file));
      const files = all.map((file) => `./${relative(dir, file)}`.replace("./index.html", "./"));
      const source = readFileSync("src/offline/service-worker.js", "utf8");
      const text = source
        .replace("%VERSION%", `parlour-${hash.digest("hex").slice(0, 16)}`)
        .replace('"%FILES%"', JSON.stringify(JSON.stringify(files)));
      writeFileSync(join(dir, "service-worker.js"), text);
    },
  };
}

export default defineConfig({
  base: "./",
  build: { target: "es2023", assetsInlineLimit: 0 },
  worker: { format: "es" },
  server: { headers },
  preview: { headers },
  plugins: [offline()],
});
