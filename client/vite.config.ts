import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

// The built client is part of the Python package, so that an installed wheel needs no Node.
export default defineConfig({
  plugins: [svelte()],
  base: "./",
  build: {
    outDir: "../src/worldfire/server/static",
    emptyOutDir: true,
    assetsInlineLimit: 0, // the server's content security policy allows no data: addresses
    chunkSizeWarningLimit: 900,
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
  worker: { format: "es" },
  // The texts lie with the engine's: a language is one folder.
  server: { fs: { allow: [".", "../src/worldfire/data/text"] }, proxy: { "/api": { target: "http://127.0.0.1:8040", ws: true } } },
  test: { include: ["test/**/*.test.ts"] },
});
