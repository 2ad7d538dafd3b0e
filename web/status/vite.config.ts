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

// `--mode inline`: what the Worker puts into the documents themselves.
const inline: UserConfig = {
  publicDir: false,
  build: {
    outDir: "../../dist/inline",
    emptyOutDir: false,
    cssTarget: ["chrome123", "firefox120", "safari17.5"], // they know light-dark() and the like; others do without
    rolldownOptions: {
      input: ["enhance/head-script.ts", "style.css", "docs.css", "history.css", "subscribe.css"],
      output: {
        entryFileNames: "[name].txt",
        assetFileNames: "[name][extname]",
        // It is no module there.
        intro: "(()=>{",
        outro: "})()",
      },
    },
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

const modes: Record<string, UserConfig> = { inline, embed };

export default defineConfig(({ mode }) => ({ root: import.meta.dirname, ...(modes[mode] ?? files) }));
