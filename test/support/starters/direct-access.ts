import { join } from "node:path";
import type { Miniflare, WorkerOptions } from "miniflare";
import { freshFetch } from "../readers/fresh-fetch.ts";
import { storedFiles } from "../readers/stored-files.ts";

/** The part of D1's API that tests use. */
export interface Database {
  prepare(sql: string): Statement;
  batch<T = Record<string, unknown>>(statements: Statement[]): Promise<Result<T>[]>;
  exec(sql: string): Promise<unknown>;
}

interface Statement {
  bind(...values: unknown[]): Statement;
  all<T = Record<string, unknown>>(): Promise<Result<T>>;
  run(): Promise<Result<unknown>>;
  first<T = Record<string, unknown>>(): Promise<T | null>;
  first<T = unknown>(column: string): Promise<T | null>;
  raw(): Promise<unknown[][]>;
}

/** `batch` sends these. */
interface PreparedStatement extends Statement {
  sql: string;
  values: unknown[];
}

interface Result<T> {
  results: T[];
  meta: { changes: number; size_after: number };
}

type Fetcher = Awaited<ReturnType<Miniflare["getWorker"]>>;
export type QueueOutcome = Awaited<ReturnType<Fetcher["queue"]>>;

export interface QueueBatch {
  queue: string;
  messages: { id: string; attempts: number; body: unknown }[];
}

const name = "direct-access";
const folder = join(import.meta.dirname, "../workers");

/** A Worker beside `daymark` that gives tests access to its database, its files and its cron and queue handlers. */
export function directAccessWorker({
  d1Databases,
  r2Buckets,
  compatibilityDate,
}: WorkerOptions): WorkerOptions {
  return {
    name,
    modules: [{ type: "ESModule", path: join(folder, `${name}.js`) }],
    modulesRoot: folder,
    compatibilityFlags: ["service_binding_extra_handlers"],
    serviceBindings: { DAYMARK: "daymark" },
    unsafeDirectSockets: [{ port: 0 }],
    ...(d1Databases !== undefined && { d1Databases }),
    ...(r2Buckets !== undefined && { r2Buckets }),
    ...(compatibilityDate !== undefined && { compatibilityDate }),
  };
}

/** @param miniflare must run `directAccessWorker` */
export async function directAccess(miniflare: Miniflare) {
  const { origin } = await miniflare.unsafeGetDirectURL(name);

  async function call<T>(path: string, input: unknown): Promise<T> {
    const response = await freshFetch(new URL(path, origin), {
      method: "POST",
      body: JSON.stringify(input),
    });
    if (!response.ok) throw new Error(await response.text());
    return (await response.json()) as T; // The Worker's response to this path.
  }

  function prepare(sql: string, values: unknown[] = []): PreparedStatement {
    const all = <T>() => call<Result<T>>("all", { sql, values });
    return {
      sql,
      values,
      bind: (...newValues) => prepare(sql, newValues),
      all,
      run: all,
      async first<T>(column?: string) {
        const { results } = await all<Record<string, unknown>>();
        const [row] = results;
        return (row === undefined ? null : column === undefined ? row : row[column]) as T | null;
      },
      async raw() {
        const { results } = await all<Record<string, unknown>>();
        return results.map((row) => Object.values(row));
      },
    };
  }

  const db: Database = {
    prepare: (sql) => prepare(sql),
    batch: (statements) => call("batch", statements),
    exec: (sql) => call("exec", sql),
  };
  return {
    db,
    scheduled: (minute: string) => call<{ outcome: string }>("scheduled", minute),
    files: storedFiles(call),
    deleteFiles: () => call<unknown>("deleteFiles", {}),
    queue: (batch: QueueBatch) => call<QueueOutcome>("queue", batch),
  };
}
