import { join } from "node:path";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { buildTarget, consoleBrowsers } from "../../tools/build/browsers.ts";

/** Vite would wrap each `import()` in a loader of the part's styles. No part has a stylesheet of its own. */
const bareImports: Plugin = {
  name: "bare-imports",
  apply: "build",
  configResolved(config) {
    const plugins = config.plugins as Plugin[];
    const place = plugins.findIndex(({ name }) => name === "native:import-analysis-build");
    if (place < 0) throw new Error("Vite wraps imports in a plugin of another name");
    plugins.splice(place, 1);
  },
};

/** Tailwind has rules for browsers without `@property` and `color-mix()`. All have had both since 2024. */
const withoutFallbacks: Plugin = {
  name: "without-fallbacks",
  enforce: "post",
  generateBundle(_, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type === "asset" && file.fileName.endsWith(".css"))
        file.source = String(file.source)
          .replace(/@layer properties\{@supports .*?\}\}\}/s, "")
          .replace(
            /([^{}]+)\{([\w-]+:)[^{};]*\}(?=@supports \(color:color-mix\(in lab, red, red\)\)\{\1\{\2)/g,
            "",
          )
          .replace(/@supports \(color:color-mix\(in lab, red, red\)\)\{([^{}]+\{[^{}]*\})\}/g, "$1");
    }
  },
};

// Parts that are always loaded together are one file.
const noticeParts =
  /worker\/notices\/(wire|domain)\.|shared\/phase-shapes|admin\/notices\/(calls|texts|form\/notice-times)\./;
const listParts = /admin\/(pause|api\/older-cursor)\.|infiniteQueryOptions/;
const olderParts = /[\\/](useInfiniteQuery|infiniteQueryObserver)\.js|admin\/lists\/older-button\./;
const noticeListParts = /admin\/(lists\/name-list|notices\/(write-up-link|notice-filter))\./;
const dialogParts = /ui\/(dialogs\/lazy-dialog|icons\/icons)\./;
const rowParts =
  /admin\/lists\/(list-row|list-screen|status-pill)\.|admin\/drafts\/draft-chip\.|admin\/shortcuts\/shortcuts\./;
const componentParts =
  /worker\/components\/(groups\/)?domain\.|admin\/components\/(calls|status-text|order\/visible-entries)\./;
const draftParts =
  /admin\/drafts\/(draft|draft-conflict|draft-fields|form|local-draft|open-draft|save-draft|stored-drafts|database)\.|ui\/(form-actions|draft-notice)\./;
const settingsParts = /admin\/settings\/(calls|use-settings-draft|settings-form)\.|ui\/card\./;
const generalParts =
  /admin\/settings\/(general-tab|page\/(general-draft|link-text|page-card)|api-keys\/api-key-row)\./;
const fieldParts = /ui\/(form|fields\/(field|text-field))\./;

export default defineConfig({
  root: import.meta.dirname,
  plugins: [bareImports, react(), tailwindcss(), withoutFallbacks],
  // amazon-cognito-identity-js was written for bundlers that knew Node's `global`.
  define: { global: "globalThis" },
  resolve: {
    alias: {
      // The library's other file also looks for Node's module, for which each screen would load a `require`.
      "./cryptoSecureRandomInt": "amazon-cognito-identity-js/es/utils/cryptoSecureRandomInt.web.js",
      buffer: join(import.meta.dirname, "sign-in/buffer.ts"),
      // wouter supports versions of React without this hook.
      "use-sync-external-store/shim/index.js": "react",
    },
  },
  build: {
    outDir: "../../dist/admin",
    emptyOutDir: true,
    target: buildTarget(consoleBrowsers),
    manifest: true,
    modulePreload: false,
    // Each part would name the stylesheet, which the page itself loads.
    cssCodeSplit: false,
    rolldownOptions: {
      // Many small files compress worse.
      output: {
        // Hashes do not compress, and each file names those that it imports.
        entryFileNames: "assets/[name]-[hash:7].js",
        chunkFileNames: "assets/[name]-[hash:7].js",
        codeSplitting: {
          groups: [
            { name: "start", tags: ["$initial"], priority: 2 },
            { name: "notices", test: noticeParts, includeDependenciesRecursively: false },
            { name: "lists", test: listParts, includeDependenciesRecursively: false },
            { name: "older", test: olderParts, includeDependenciesRecursively: false },
            { name: "notice-lists", test: noticeListParts, includeDependenciesRecursively: false },
            { name: "dialogs", test: dialogParts, includeDependenciesRecursively: false },
            { name: "rows", test: rowParts, includeDependenciesRecursively: false },
            { name: "components", test: componentParts, includeDependenciesRecursively: false },
            { name: "drafts", test: draftParts, includeDependenciesRecursively: false },
            { name: "fields", test: fieldParts, includeDependenciesRecursively: false },
            { name: "general", test: generalParts, includeDependenciesRecursively: false },
            { name: "settings", test: settingsParts, includeDependenciesRecursively: false },
          ],
        },
      },
      // amazon-cognito-identity-js does not say that its cookies are only there for whoever imports them.
      treeshake: { moduleSideEffects: [{ test: /CookieStorage|js-cookie/, sideEffects: false }] },
    },
  },
});
