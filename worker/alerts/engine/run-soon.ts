import { describeError } from "../../http/errors.ts";
import { log } from "../../http/log.ts";
import { SECOND_MS } from "../../shared/time/domain.ts";
import { database } from "../../storage/db.ts";
import type { Invocation } from "./save.ts";

/** A storm must not start a run for each alert. The cron finds within a minute what comes meanwhile. */
const MIN_GAP_MS = 10 * SECOND_MS;

let lastStartedAt = 0;

/** Starts the rules after the response, unless this isolate has just done so. */
export function runRulesSoon({ env, executionCtx }: Pick<Invocation, "env" | "executionCtx">): void {
  const now = Date.now();
  if (now - lastStartedAt < MIN_GAP_MS) return;
  lastStartedAt = now;
  const run = async () => {
    const db = database(env.DB, "primary");
    const [{ runRules }, { readUnfinished }] = await Promise.all([
      import("./run.ts"),
      import("../../storage/writes/unfinished-restore.ts"),
    ]);
    if (!(await readUnfinished(db))) await runRules({ env, executionCtx, db });
  };
  executionCtx.waitUntil(run().catch(logFailure));
}

function logFailure(error: unknown): void {
  log("error", { event: "rules not run", error: describeError(error) });
}
