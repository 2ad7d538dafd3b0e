import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { answer, type Client } from "../../../tools/demo/client.ts";
import { progressFiles } from "../../../tools/demo/demo.ts";
import { type Stack, startStack } from "../../../tools/start/stack.ts";
import type { Rates } from "../../../tools/start/workers.ts";
import { freePorts } from "./free-ports.ts";

interface Options {
  /** Runs before the start. */
  prepare?: (options: { stateDir: string; userPoolPort: number }) => Promise<void>;
  rates?: Rates;
}

/** `DAYMARK_LAYOUT=workers npm test -- --project browser` runs the same tests as the release deploys the product. */
const layout = process.env.DAYMARK_LAYOUT === "workers" ? "workers" : "pages";

/** Starts the servers of `npm start` on free ports, without demo content. Deletes its state when it stops. */
export async function startEmptyStack({ prepare, ...options }: Options = {}): Promise<Stack> {
  const stateDir = await mkdtemp(join(tmpdir(), "daymark-"));
  const [port = 0, adminPort = 0, userPoolPort = 0, cloudWatchPort = 0, mailPort = 0] = await freePorts(5);
  await prepare?.({ stateDir, userPoolPort });
  const stack = await startStack({
    port,
    adminPort,
    userPoolPort,
    cloudWatchPort,
    mailPort,
    stateDir,
    layout,
    ...options,
  });
  return {
    ...stack,
    async stop() {
      await stack.stop();
      await rm(stateDir, { recursive: true });
    },
  };
}

/** Deletes all content, as in a new installation. Users, emails and files in R2 stay as they are. */
export async function emptyStack({ db, stateDir }: Stack, administrator: Client): Promise<void> {
  // The Worker would trust what it has read for another second. After a write of its own, it reads the database again.
  await answer(administrator.components.$post({ json: { name: "Deleted at once" } }));
  const { results } = await db
    .prepare(
      `SELECT type, name, sql FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = 'audit_entries'
        OR type = 'table' AND name NOT GLOB '_cf_*' AND name NOT GLOB 'notice_search*'
          AND name NOT IN ('d1_migrations', 'sqlite_sequence')`,
    )
    .all<{ type: "table" | "trigger"; name: string; sql: string }>();
  const tables = results.filter(({ type }) => type === "table");
  // They keep the entries of the audit log.
  const triggers = results.filter(({ type }) => type === "trigger");
  const statements = [
    "PRAGMA defer_foreign_keys = on",
    ...triggers.map(({ name }) => `DROP TRIGGER ${name}`),
    ...tables.map(({ name }) => `DELETE FROM ${name}`),
    ...triggers.map(({ sql }) => sql),
  ];
  await db.batch(statements.map((statement) => db.prepare(statement)));
  await Promise.all(Object.values(progressFiles(stateDir)).map((file) => rm(file, { force: true })));
}
