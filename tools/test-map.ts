import { globSync } from "node:fs";
import { basename, dirname } from "node:path";
import { root } from "./paths.ts";

/** By folder of worker/, web/ or tools/: words for what else a change there breaks, besides the tests that are named after it. */
export const testsByFolder: Record<string, readonly string[]> = {
  addresses: ["path-normalization"],
  admin: ["console"],
  "alert-paths": ["paths"],
  alerts: ["sources", "alert-rows"],
  "after-d1-restore": ["restore"],
  app: ["routes", "sizes"],
  audit: ["write-effects"],
  backup: ["archive", "nightly-exports", "restore"],
  build: ["browsers", "built-files", "sizes"],
  cache: ["content-version", "snapshots"],
  chat: ["push"],
  client: ["client-types", "polling"],
  codegen: ["client-types", "migrations-check"],
  components: ["day-strips", "uptime"],
  console: ["overview", "what-matters-first"],
  deliveries: ["chat-channels", "delivery", "push", "webhooks"],
  demo: ["start"],
  endpoints: ["webhooks"],
  engine: ["rules", "alert-rows"],
  entities: ["archive", "openapi"],
  enhance: ["graph", "live-updates", "local-time"],
  failures: ["team-channels"],
  feeds: ["badge", "calendar"],
  functions: ["layouts", "observatory", "runtime-settings"],
  health: ["doctor"],
  heartbeats: ["heartbeat"],
  home: ["overview", "set-up"],
  http: [
    "content-types",
    "cors",
    "error-sentences",
    "request-bodies",
    "response-headers",
    "security-headers",
  ],
  incident: ["notices", "subscriptions", "undo", "write-up-flow"],
  jobs: ["collection", "cron-rows", "due-tasks", "schedule"],
  mail: ["bounces", "notices", "reminders"],
  maintenance: ["notices", "schedule", "undo"],
  metrics: ["collection", "graphs", "points", "prometheus"],
  node: ["install-scripts"],
  notices: ["incidents", "maintenances", "undo"],
  openapi: ["api-docs", "client-types"],
  outbox: ["component-webhooks", "delivery", "mail"],
  overview: ["what-matters-first"],
  outbound: ["collection", "webhooks"],
  postmortem: ["write-up"],
  public: ["icons"],
  received: ["sources", "alert-rows"],
  reads: ["notices", "pages"],
  reference: ["api-docs"],
  session: ["polling"],
  settings: ["languages", "logos"],
  shared: ["email-addresses", "palette", "time-bounds"],
  "sign-in": ["api-keys", "tokens"],
  sources: ["collection", "prometheus"],
  start: ["local-servers", "local-queues", "outbound"],
  storage: ["damaged-values", "concurrent-writes", "upgrade"],
  styles: ["page-weight", "themes"],
  subscribers: ["subscribe", "subscriptions"],
  texts: ["languages", "translations"],
  theme: ["icons", "logos", "themes"],
  toasts: ["undo"],
  ui: ["accent", "form-values", "keyboard"],
  views: ["history-pages", "html", "page-weight", "pages"],
  writes: ["idempotency", "if-match", "invalid-requests", "write-effects"],
};

const testFiles = globSync("{test/*,lab}/**/*.test.{ts,tsx}", {
  cwd: root,
  exclude: (name) => name === "node_modules",
});

/**
 * Finds the test files that a change can break: those with the word in their name, those in the folder of that name, and those of
 * related words.
 * @param word a folder of the product, or what a test is about
 */
export function testFilesFor(word: string): string[] {
  const names = [word, ...(testsByFolder[word] ?? [])].map(singular);
  return testFiles.filter(
    (file) =>
      dirname(file).split("/").includes(word) ||
      names.some((each) => `-${singular(basename(file).split(".")[0] ?? "")}-`.includes(`-${each}-`)),
  );
}

function singular(names: string): string {
  return names
    .split("-")
    .map((word) => word.replace(/ies$/, "y").replace(/s$/, ""))
    .join("-");
}
