import { version } from "../../package.json";
import { isoTime } from "../shared/time/domain.ts";
import { withTimeout } from "../shared/with-timeout.ts";
import type { Db } from "../storage/db.ts";
import { migrationCount } from "../storage/migrations.ts";
import { checkAlerts } from "./checks/alerts.ts";
import { checkConfiguration } from "./checks/configuration.ts";
import { checkCron } from "./checks/cron.ts";
import { checkEmails, checkEndpoints, checkMetrics } from "./checks/deliveries.ts";
import { checkNightlyExport } from "./checks/nightly-export.ts";
import { checkQueues } from "./checks/queues.ts";
import { checkRestore } from "./checks/restore.ts";
import { checkSignIn } from "./checks/sign-in.ts";
import { checkDatabase, checkFiles, checkMigrations } from "./checks/storage.ts";
import { CHECK_TIMEOUT_MS, type Check, type CheckName, checkNames, worstCheckStatus } from "./domain.ts";
import type { HealthReport } from "./schema.ts";
import { type Records, readRecords } from "./store.ts";

/** Each check is made whatever the others find. */
export async function readHealthReport(env: Env, db: Db): Promise<HealthReport> {
  const now = Date.now();
  const [records, database, migrations, files, queues, signIn] = await Promise.all([
    withTimeout(CHECK_TIMEOUT_MS, readRecords(db), "timeout").catch(() => undefined),
    checkDatabase(db),
    checkMigrations(db),
    checkFiles(env.FILES),
    checkQueues(env, now),
    checkSignIn(env),
  ]);
  const found: Check[] = [
    ...database,
    ...[migrations, files, queues, signIn, await checkConfiguration(env, records), checkVersion(env)],
    ...(records ? checkRecords(records, now) : unreadable.map(unreadableCheck)),
  ];
  const checks = found.toSorted(
    (one, other) => checkNames.indexOf(one.name) - checkNames.indexOf(other.name),
  );
  return {
    status: worstCheckStatus(checks.map(({ status }) => status)),
    time: isoTime(now),
    release: { version, migrations: migrationCount },
    checks,
  };
}

function checkRecords(records: Records, now: number): Check[] {
  return [
    checkCron(records, now),
    checkMetrics(records, now),
    checkAlerts(records, now),
    checkEmails(records, now),
    checkEndpoints(records, now),
    checkNightlyExport(records, now),
    checkRestore(records, now),
  ];
}

const unreadable: CheckName[] = [
  "cron",
  "metrics",
  "alerts",
  "emails",
  "webhooks and chat",
  "nightly export",
  "restore",
];

function unreadableCheck(name: CheckName): Check {
  return {
    name,
    status: "error",
    message: "This can't be checked: the database doesn't respond, or lacks a migration.",
    fix: "Fix “database” and “migrations” first.",
  };
}

function checkVersion({ VERSION }: Env): Check {
  if (!VERSION?.id) {
    const message = "The Worker doesn't know which version of it runs.";
    return { name: "version", status: "ok", message };
  }
  const { id, tag, timestamp } = VERSION;
  const message = `The Worker's version ${id}${tag ? ` (${tag})` : ""} runs, uploaded at ${timestamp}.`;
  return { name: "version", status: "ok", message };
}
