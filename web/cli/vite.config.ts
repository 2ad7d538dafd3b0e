import { defineConfig } from "vite";

// The bundle has every dependency, so that nothing else has to be installed.
export default defineConfig({
  root: import.meta.dirname,
  ssr: { noExternal: true },
  build: {
    ssr: true,
    target: "node20",
    outDir: "../../dist/cli",
    emptyOutDir: true,
    // The licenses of the bundled packages require their text.
    license: { fileName: "THIRD-PARTY-LICENSES.md" },
    rolldownOptions: {
      input: { daymark: "daymark.ts", client: "../client/client.ts" },
      output: { entryFileNames: "[name].js", chunkFileNames: "[name].js" },
    },
  },
});
