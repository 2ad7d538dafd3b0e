import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { root } from "../worker/local/paths.ts";
import { ClosingLine } from "./support/closing-line.ts";

export default defineConfig({
  root,
  test: {
    silent: "passed-only", // what a test logs is worth reading when it fails
    reporters: process.env.CI ? ["default", new ClosingLine()] : ["default"],
    projects: [
      {
        extends: true,
        test: {
          name: "worker",
          include: ["test/worker/**/*.test.ts"],
          globalSetup: "./test/support/build.ts",
          testTimeout: 20_000,
          expect: { poll: { timeout: 10_000 } },
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: "cli",
          include: ["test/cli/**/*.test.ts"],
          globalSetup: "./test/support/build.ts",
          testTimeout: 30_000,
          expect: { poll: { timeout: 10_000 } },
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        plugins: [react()],
        test: {
          name: "web",
          include: ["test/web/**/*.test.{ts,tsx}"],
          environment: "happy-dom",
          globalSetup: "./test/support/build.ts",
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: "deploy",
          include: ["test/deploy/**/*.test.ts"],
          globalSetup: "./test/support/build-pages.ts",
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: "browser",
          include: ["test/browser/**/*.test.ts"],
          testTimeout: 120_000,
          expect: { poll: { timeout: 10_000 } },
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
