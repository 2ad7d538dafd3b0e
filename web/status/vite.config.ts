import { defineConfig, type UserConfig } from "vite";

// The HTML comes from the Worker; this builds the files beside it. Names stay the same from build to build:
// Pages answers a revalidation with 304.
const files: UserConfig = {
  build: {
    outDir: "../../dist/status",
    emptyOutDir: true,
    modulePreload: false,
    rolldownOptions: {
      input: "enhance/main.ts",
      output: { entryFileNames: "static/enhance.js", chunkFileNames: "static/graph.js" },
    },
  },
};

// `--mode early`: the script that the Worker puts into the document itself.
const early: UserConfig = {
  publicDir: false,
  build: {
    outDir: "../../dist/early",
    emptyOutDir: false,
    rolldownOptions: { input: "enhance/early.ts", output: { format: "iife", entryFileNames: "early.txt" } },
  },
};

// `--mode embed`: the script that other sites load, which leaves no name of its own in theirs.
const embed: UserConfig = {
  publicDir: false,
  build: {
    outDir: "../../dist/status",
    emptyOutDir: false,
    rolldownOptions: { input: "embed/bar.ts", output: { format: "iife", entryFileNames: "static/embed.js" } },
  },
};

const modes: Record<string, UserConfig> = { early, embed };

export default defineConfig(({ mode }) => ({ root: import.meta.dirname, ...(modes[mode] ?? files) }));
