import { join } from "node:path";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

/**
 * Vite wraps each `import()` in a loader of what the part imports itself. The only part here, the QR code's, imports
 * nothing, and the loader is 0.8 kB.
 */
const bareImports: Plugin = {
  name: "bare-imports",
  enforce: "pre",
  load: {
    filter: { id: /vite\/preload-helper/ },
    handler: () => "export const __vitePreload = (load) => load();",
  },
};

export default defineConfig({
  root: import.meta.dirname,
  plugins: [bareImports, react(), tailwindcss()],
  // amazon-cognito-identity-js was written for bundlers that knew Node's `global`.
  define: { global: "globalThis" },
  resolve: { alias: { buffer: join(import.meta.dirname, "sign-in/buffer.ts") } },
  build: {
    outDir: "../../dist/admin",
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // amazon-cognito-identity-js does not say that its cookies are only there for whoever imports them.
      treeshake: { moduleSideEffects: [{ test: /CookieStorage|js-cookie/, sideEffects: false }] },
    },
  },
});
