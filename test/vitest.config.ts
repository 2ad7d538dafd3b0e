import { mkdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { root } from "../tools/paths.ts";
import { CountsReporter, SkippedTestsReporter } from "./support/reporters.ts";

// Neither a test nor what it starts gets to read what its user has at home, such as a configuration of daymark.
process.env.HOME = join(root, "node_modules/.cache/home");
delete process.env.XDG_CONFIG_HOME;
// No test leaves this machine. Each start of Miniflare would hand on all certificates of an organization, which more
// than doubles what it takes of Node.
delete process.env.NODE_EXTRA_CA_CERTS;
mkdirSync(process.env.HOME, { recursive: true });
// Test files and the commands that they start share compiled modules, so each is compiled once.
process.env.NODE_COMPILE_CACHE ??= join(root, "node_modules/.cache/compile");

/** A failing test may take long to say so. One that is only slow, on a busy machine, must not fail. */
const patience = {
  testTimeout: 240_000,
  hookTimeout: 240_000,
  expect: { poll: { timeout: 120_000 } },
};

const setupFiles = "./test/support/fresh-connections.ts";

export default defineConfig({
  root,
  test: {
    // Much of a test's time goes into waiting: four files at a time keep two processors busy. Vitest holds a percentage
    // to at most one file for each processor, so this is a number.
    maxWorkers: 2 * availableParallelism(),
    execArgv: ["--disable-warning=ExperimentalWarning"], // as `npm start`, whose folder's lock is Node's SQLite
    silent: "passed-only", // what a test logs is worth reading when it fails
    reporters: ["default", new SkippedTestsReporter(), ...(process.env.CI ? [new CountsReporter()] : [])],
    projects: [
      {
        extends: true,
        test: {
          name: "worker",
          include: ["test/worker/**/*.test.ts"],
          setupFiles,
          globalSetup: "./test/support/setup-worker-tests.ts",
          ...patience,
        },
      },
      {
        extends: true,
        test: {
          name: "cli",
          include: ["test/cli/**/*.test.ts"],
          setupFiles,
          globalSetup: "./test/support/setup-worker-tests.ts",
          ...patience,
        },
      },
      {
        extends: true,
        plugins: [react()],
        test: {
          name: "web",
          include: ["test/web/**/*.test.{ts,tsx}"],
          environment: "happy-dom",
          globalSetup: "./test/support/setup-worker-tests.ts",
          ...patience,
        },
      },
      {
        extends: true,
        test: {
          name: "deploy",
          include: ["test/deploy/**/*.test.ts"],
          setupFiles,
          globalSetup: "./test/support/setup-deploy-tests.ts",
          ...patience,
        },
      },
      {
        extends: true,
        test: {
          name: "browser",
          include: ["test/browser/**/*.test.ts"],
          setupFiles,
          globalSetup: "./test/support/setup-browser-tests.ts",
          ...patience,
          testTimeout: 300_000,
        },
      },
      {
        extends: true,
        test: {
          name: "lighthouse",
          include: ["test/lighthouse/**/*.test.ts"],
          setupFiles,
          globalSetup: "./test/support/setup-browser-tests.ts",
          fileParallelism: false, // so it comes last, and alone: it measures speed
          ...patience,
          testTimeout: 300_000,
        },
      },
    ],
  },
});
