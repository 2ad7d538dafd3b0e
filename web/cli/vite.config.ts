import { defineConfig } from "vite";

// Everything in it, so that nothing has to be installed beside it; for the oldest Node that may run it.
export default defineConfig({
  root: import.meta.dirname,
  ssr: { noExternal: true },
  build: {
    ssr: true,
    target: "node20",
    outDir: "../../dist/cli",
    emptyOutDir: true,
    // The licenses of the bundled packages require that their text goes along.
    license: { fileName: "THIRD-PARTY-LICENSES.md" },
    rolldownOptions: {
      input: { daymark: "daymark.ts", client: "../client/client.ts" },
      output: { entryFileNames: "[name].js", chunkFileNames: "[name].js" },
    },
  },
});
