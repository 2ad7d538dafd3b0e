import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss()],
  // amazon-cognito-identity-js was written for bundlers that knew Node's `global`.
  define: { global: "globalThis" },
  build: {
    outDir: "../../dist/admin",
    emptyOutDir: true,
    modulePreload: { polyfill: false },
  },
});
