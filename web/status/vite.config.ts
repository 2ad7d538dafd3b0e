import { defineConfig, type Plugin, type UserConfig } from "vite";
import { buildTarget, pageBrowsers } from "../../tools/build/browsers.ts";

const target = buildTarget(pageBrowsers);

/** Vite wraps each import() into code that preloads style sheets, which no module has. It would be 7% of the script. */
const withoutPreload: Plugin = {
  name: "without-preload",
  enforce: "pre",
  load: {
    filter: { id: /vite\/preload-helper/ },
    handler: () => "export const __vitePreload = (load) => load();",
  },
};

/** While uPlot loads, it formats numbers for the browser's language, but Intl refuses some: WebKitGTK's is "C" without a locale. */
const withoutLanguage: Plugin = {
  name: "without-language",
  transform: {
    filter: { id: /uPlot\.esm\.js/ },
    handler: (code) =>
      code.replace("new Intl.NumberFormat(domEnv ? nav.language : 'en-US')", "new Intl.NumberFormat()"),
  },
};

// The Worker renders the HTML. File names have no hashes: Pages revalidates the files by ETag.
const files: UserConfig = {
  plugins: [withoutPreload, withoutLanguage],
  build: {
    outDir: "../../dist/status",
    emptyOutDir: true,
    target,
    modulePreload: false,
    rolldownOptions: {
      input: {
        enhance: "enhance/main.ts",
        "copy-link": "enhance/copy-link.ts",
        "whole-groups": "enhance/follow/whole-groups.ts",
        "api-docs": "reference/api-docs.ts",
      },
      output: {
        entryFileNames: "static/[name].js",
        chunkFileNames: "static/[name].js",
        assetFileNames: "static/[name][extname]",
      },
    },
  },
};

// `--mode inline` builds what the Worker puts into documents.
const inline: UserConfig = {
  publicDir: false,
  build: {
    outDir: "../../dist/inline",
    emptyOutDir: false,
    target,
    rolldownOptions: {
      input: [
        "enhance/head-script.ts",
        "enhance/service-worker.ts",
        "styles/style.css",
        "styles/history.css",
        "styles/subscribe.css",
      ],
      output: {
        entryFileNames: "[name].txt",
        assetFileNames: "[name][extname]",
        // An inline script is no module, so it needs a scope of its own.
        intro: "(()=>{",
        outro: "})()",
      },
    },
  },
};

// `--mode embed` builds the script that other sites load, without global names.
const embed: UserConfig = {
  publicDir: false,
  build: {
    outDir: "../../dist/status",
    emptyOutDir: false,
    target,
    rolldownOptions: { input: "embed/bar.ts", output: { format: "iife", entryFileNames: "static/embed.js" } },
  },
};

const modes: Record<string, UserConfig> = { inline, embed };

export default defineConfig(({ mode }) => ({ root: import.meta.dirname, ...(modes[mode] ?? files) }));
