import { defineConfig } from "vite";

// The headers let the engine in the page share memory with it, see engine/README.md.
const headers = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
};

export default defineConfig({
  base: "./",
  build: { target: "es2023", assetsInlineLimit: 0 },
  worker: { format: "es" },
  server: { headers },
  preview: { headers },
});
