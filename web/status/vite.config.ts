import { defineConfig } from "vite";

// The HTML comes from the Worker; this builds the files beside it. Names stay the same from build to build:
// Pages answers a revalidation with 304.
export default defineConfig({
  root: import.meta.dirname,
  build: {
    outDir: "../../dist/status",
    emptyOutDir: true,
    modulePreload: false,
    rolldownOptions: {
      input: "enhance/main.ts",
      output: { entryFileNames: "static/enhance.js", chunkFileNames: "static/graph.js" },
    },
  },
});
