import { mkdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { root } from "../tools/paths.ts";
import { testFiles } from "../tools/test-sets.ts";
import { CostReporter } from "./support/run/cost-reporter.ts";
import { LeftoversReporter } from "./support/run/leftovers.ts";
import { CountsReporter, SkippedTestsReporter } from "./support/run/reporters.ts";
import { diskFolder, memoryFolder } from "./support/run/run-folders.ts";
import { ShuffledProjects } from "./support/run/shuffle-projects.ts";

// Tests and the processes that they start can't read files in the user's home folder, such as a configuration of daymark.
process.env.HOME = join(root, "node_modules/.cache/home");
delete process.env.XDG_CONFIG_HOME;
// Tests connect only to this machine, so they need no certificates of an organization. Passing them on would more than double
// the time that each start of Miniflare takes in Node.
delete process.env.NODE_EXTRA_CA_CERTS;
mkdirSync(process.env.HOME, { recursive: true });
// Test files and the commands that they start share compiled modules, so each is compiled once.
process.env.NODE_COMPILE_CACHE ??= join(root, "node_modules/.cache/compile");
// At each start, Miniflare copies the Worker's bundle about thirty times. Huge pages avoid most of the page faults, which are slow
// in virtual machines. That halves the CPU time of a start in Node. Only glibc reads this.
process.env.GLIBC_TUNABLES ??= "glibc.malloc.hugetlb=1";

const everyProject = {
  globalSetup: "./test/support/run/build-for-tests.ts",
  // The timeouts are long, because a test that is only slow, on a busy machine, must not fail.
  testTimeout: 240_000,
  hookTimeout: 240_000,
  expect: { poll: { timeout: 120_000 } },
};

/**
 * One process runs many files, because loading and compiling what they import takes longer than most files do. Each file still
 * starts its own servers.
 */
const sharedProcess = {
  isolate: false,
  setupFiles: ["./test/support/run/test-process.ts", "./test/support/starters/empty-mailbox.ts"],
};

/** Databases and files are there. */
const inMemory = { TMPDIR: memoryFolder };
/** Browsers write too much for the memory. */
const onDisk = { TMPDIR: diskFolder };

export default defineConfig({
  root,
  test: {
    // While a test waits, a further file can run. More processes would cost more than they use: each has its own servers, and first
    // runs all code cold. Vitest holds a percentage to at most one file for each processor, so this is a number.
    maxWorkers: availableParallelism() + 1,
    setupFiles: ["./test/support/run/file-costs.ts"],
    // Vitest would shuffle the files of all projects together.
    sequence: process.argv.includes("--sequence.shuffle.files") ? { sequencer: ShuffledProjects } : {},
    execArgv: [
      "--disable-warning=ExperimentalWarning", // The lock of `npm start` uses Node's SQLite, which is experimental.
      "--max-semi-space-size=4", // A quarter of the default causes a tenth fewer page faults.
      // Each start of Miniflare copies the bundle in 100 MB of buffers. By default V8 collects the whole heap for each 64 MB of
      // them, which takes longer than the start itself.
      "--external-memory-accounted-in-global-limit",
      "--initial-old-space-size=512",
      "--no-memory-reducer",
    ],
    silent: "passed-only", // Only the output of failed tests is worth reading.
    reporters: [
      "default",
      new SkippedTestsReporter(),
      new CostReporter(),
      new LeftoversReporter(),
      ...(process.env.CI ? [new CountsReporter()] : []),
    ],
    projects: [
      {
        extends: true,
        test: {
          name: "worker",
          env: inMemory,
          // The command line calls the same Worker. In a project of its own it would start it again in each process.
          include: [...testFiles("worker"), ...testFiles("cli")],
          ...sharedProcess,
          ...everyProject,
        },
      },
      {
        extends: true,
        oxc: { jsx: { runtime: "automatic", development: false } },
        test: {
          name: "web",
          env: { NODE_ENV: "production", ...inMemory }, // See act.ts.
          include: testFiles("web"),
          // Pages in happy-dom outlive many small collections, and each copies them.
          execArgv: ["--max-semi-space-size=16"],
          environment: "happy-dom",
          // A preflight takes as long as its request. `cors.test.ts` sends one for each path, and so does Chromium in `browser`.
          environmentOptions: { happyDOM: { settings: { fetch: { disableSameOriginPolicy: true } } } },
          isolate: false,
          setupFiles: ["./test/web/support/fresh-page.ts"],
          ...everyProject,
        },
      },
      {
        extends: true,
        test: {
          name: "deploy",
          env: onDisk,
          include: testFiles("deploy"),
          ...sharedProcess,
          ...everyProject,
        },
      },
      {
        extends: true,
        test: {
          name: "browser",
          env: onDisk,
          include: testFiles("browser"),
          ...sharedProcess,
          ...everyProject,
          // Most polls wait for an email that can be undone for 15 seconds.
          expect: { poll: { ...everyProject.expect.poll, interval: 250 } },
          testTimeout: 300_000,
        },
      },
      {
        extends: true,
        test: {
          name: "engines",
          include: testFiles("engines"),
          ...sharedProcess,
          ...everyProject,
        },
      },
      {
        extends: true,
        test: {
          name: "lighthouse",
          env: onDisk,
          include: testFiles("lighthouse"),
          ...sharedProcess,
          ...everyProject,
          testTimeout: 300_000,
        },
      },
    ],
  },
});
