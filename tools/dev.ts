// `npm run dev`: migrates wrangler's local database and starts `wrangler dev`, which reloads the Worker when a file changes.
import { spawn } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { unstable_getMiniflareWorkerOptions } from "wrangler";
import { root } from "./paths.ts";
import { migrateFolder } from "./start/migrations.ts";
import { localSecretKey } from "./start/secret-key.ts";

const PORT = process.env.PORT || "8787";
const state = process.env.STATE_DIR || join(root, ".wrangler/state");
const config = join(root, "wrangler.toml");
await mkdir(state, { recursive: true, mode: 0o700 });
await migrateFolder(join(state, "v3/d1"), unstable_getMiniflareWorkerOptions(config).workerOptions);

console.log(`
  Status page    http://localhost:${PORT}
  Run the cron   curl "http://localhost:${PORT}/cdn-cgi/handler/scheduled?cron=*+*+*+*+*"
`);
const variables = [
  `SECRET_KEY:${await localSecretKey(state)}`,
  `STATUS_PAGE_URL:http://localhost:${PORT}`,
].flatMap((variable) => ["--var", variable]);
const options = ["--config", config, "--persist-to", state, "--port", PORT, ...variables];
const worker = spawn("wrangler", ["dev", ...options], { stdio: "inherit" });
// The terminal sends Ctrl-C to both processes. Wrangler ends by itself, and this process after it.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => worker.kill(signal));
worker.on("close", (code) => process.exit(code ?? 0));
