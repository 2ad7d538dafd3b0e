import type { Context, Input, MiddlewareHandler } from "hono";
import { purgePublic } from "../cache/purge.ts";
import { purgeSnapshots } from "../cache/snapshots.ts";
import type { AppEnv } from "../env.ts";
import { describe } from "../http/call.ts";
import { changedETag, ifMatch, ifMatchOrGone, type ReadItem } from "../http/if-match.ts";
import { location } from "../http/location.ts";
import { requireOwnSite } from "../http/own-site.ts";
import { deliverSoon, type LaneQueues, wakeSoon } from "../notify/outbox/lanes.ts";
import type { Db, Effect, WriteDb } from "../storage/db.ts";
import { refuseWhileRestoring } from "../storage/writes/unfinished-restore.ts";
import { type Audit, writeDatabase } from "../storage/writes/write-database.ts";
import type { AuditKind, AuditRule } from "./audit/domain.ts";
import { auditRule, makeAudit } from "./audit.ts";
import { idempotent } from "./idempotency/idempotent.ts";
import { limitedCreation } from "./limit-creations.ts";
import { UNDO_HOLD_SECONDS } from "./undo/capture.ts";

interface Invocation {
  env: LaneQueues;
  executionCtx: Context["executionCtx"];
  db: Db;
  audit?: Audit | undefined;
  /** Called when the write has been stored. */
  mailDelaySeconds?: () => number;
}

/** The effects follow once something may have been stored, even if `run` fails afterwards. */
export async function write<Effects extends Effect, T>(
  { env, executionCtx, db, audit, mailDelaySeconds }: Invocation,
  effects: Effects[],
  run: (db: WriteDb<Effects>) => Promise<T>,
): Promise<T> {
  const { writeDb, mayHaveWritten } = writeDatabase(db, effects, audit);
  try {
    return await run(writeDb);
  } finally {
    if (mayHaveWritten())
      for (const effect of effects)
        effectActions[effect]({ env, executionCtx, db, delaySeconds: mailDelaySeconds?.() });
  }
}

const effectActions: Record<
  Effect,
  (invocation: Pick<Invocation, "env" | "executionCtx" | "db"> & { delaySeconds: number | undefined }) => void
> = {
  public: purgePublic,
  // Consoles poll, and notice the raised version.
  console: () => undefined,
  mail: deliverSoon,
  webhooks: wakeSoon,
};

interface Declared<Effects extends Effect> {
  in: object;
  out: { writes: Record<Effects, true> };
}

/**
 * While an archive is restored, the call's writes are refused. Pages of other sites can't make those of visitors: put it after
 * authentication, because the console is another site.
 */
export function writes<Effects extends Effect = never>(
  audit: AuditRule,
  ...effects: Effects[]
): MiddlewareHandler<AppEnv, string, Declared<Effects>> {
  const handler = declare(audit, effects, (c) => {
    requireOwnSiteOfVisitor(c);
    return refuseWhileRestoring(c.var.db, c.env.ADMIN_PAGE_URL);
  });
  describe(handler, { writes: effects, audit, errorStatuses: [403, 409] });
  return handler;
}

/** For an address with a secret token that mail programs post to from their own origins (RFC 8058). */
export function writesFromAnySite<Effects extends Effect = never>(
  audit: AuditRule,
  ...effects: Effects[]
): MiddlewareHandler<AppEnv, string, Declared<Effects>> {
  const handler = declare(audit, effects, (c) => refuseWhileRestoring(c.var.db, c.env.ADMIN_PAGE_URL));
  describe(handler, { writes: effects, audit, errorStatuses: [409] });
  return handler;
}

/** For the restore itself, and for calls that write nothing that an archive has. */
export function writesWhileRestoring<Effects extends Effect = never>(
  audit: AuditRule,
  ...effects: Effects[]
): MiddlewareHandler<AppEnv, string, Declared<Effects>> {
  const handler = declare(audit, effects, (c) => {
    requireOwnSiteOfVisitor(c);
    return c.var.db;
  });
  describe(handler, { writes: effects, audit, writesWhileRestoring: true, errorStatuses: [403] });
  return handler;
}

function requireOwnSiteOfVisitor(c: Context<AppEnv>): void {
  if (c.var.actor === undefined) requireOwnSite(c);
}

function declare<Effects extends Effect>(
  audit: AuditRule,
  effects: Effects[],
  dbOf: (c: Context<AppEnv>) => Db,
): MiddlewareHandler<AppEnv, string, Declared<Effects>> {
  const handler: MiddlewareHandler<AppEnv> = (c, next) =>
    write(
      {
        env: c.env,
        executionCtx: c.executionCtx,
        db: dbOf(c),
        audit: makeAudit(c, audit),
        // One more, because the machines' clocks differ.
        mailDelaySeconds: () => (c.var.undo ? UNDO_HOLD_SECONDS + 1 : 0),
      },
      effects,
      (db) => {
        c.set("db", db);
        return next();
      },
    );
  return handler;
}

export function writeDb<I extends Input>(
  c: Context<AppEnv, string, I>,
): I extends Declared<infer Effects> ? WriteDb<Effects> : Db {
  return c.var.db as ReturnType<typeof writeDb<I>>; // set by `writes`
}

interface CreatedItem {
  idField: string;
  read: (db: Db, id: string) => Promise<object>;
  /** The list that the item is in, if the call has another address. */
  listPath?: string;
  /** The audit log also says this of the item that the path names. */
  also?: AuditRule;
}

export function creates<Effects extends Effect>(
  kind: AuditKind,
  effects: Effects[],
  { idField, read, listPath, also = [] }: CreatedItem,
) {
  const repeat = idempotent({
    status: 201,
    read: (c, createdID) => read(c.var.db, createdID),
    showsItem: true,
  });
  return [
    writes([...auditRule(kind, "created"), ...also], ...effects),
    location(idField, listPath),
    changedETag,
    repeat,
    limitedCreation,
  ] as const;
}

export function changes<Effects extends Effect>(kind: AuditKind, effects: Effects[], read: ReadItem) {
  return [
    writes(auditRule(kind, "changed"), ...effects),
    changedETag,
    // A repeat comes before the precondition, which its first try has made stale.
    idempotent({ status: 200, read, showsItem: true }),
    ifMatch(read),
  ] as const;
}

interface DeletedItem {
  read: ReadItem;
  /** The paths of the item's own pages, whose snapshots are purged too. */
  pages: (c: Context<AppEnv>) => string[];
  /** An update is a part of its notice, which only changes. */
  action?: "changed" | "deleted";
}

export function deletes<Effects extends Effect>(
  kind: AuditKind,
  effects: Effects[],
  { read, pages, action = "deleted" }: DeletedItem,
) {
  const purgePages: MiddlewareHandler<AppEnv> = async (c, next) => {
    await next();
    if (!c.res.ok) return;
    for (const page of pages(c)) c.executionCtx.waitUntil(purgeSnapshots(c.env.FILES, page));
  };
  return [
    writes(auditRule(kind, action), ...effects),
    idempotent({ status: 204 }),
    ifMatchOrGone(read),
    purgePages,
  ] as const;
}
