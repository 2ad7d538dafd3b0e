import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1";
import type { RunnableQuery } from "drizzle-orm/runnable-query";
import type { AuditAction, AuditKind } from "../writes/audit/domain.ts";
import type { WriteStatements } from "./writes/write-statements.ts";

/** It can only read. A route gets a `WriteDb` by declaring its effects with `writes`. */
export type Db = Pick<DrizzleD1Database, "select" | "batch">;

/** `public`: visitors see the change. `console`: only administrators do. `mail`: it queues messages for any lane. `webhooks`: it queues changes of components only. */
export type Effect = "public" | "console" | "mail" | "webhooks";

declare const effects: unique symbol;

export type WriteDb<Effects extends Effect = never> = Db &
  WriteStatements & {
    readonly [effects]: Record<Effects, true>;
    readonly audit: AuditSubject;
  };

/** What the next batch is about, for the audit log. A store says here what the route doesn't. */
export interface AuditSubject {
  kind?: AuditKind;
  action?: AuditAction;
  itemIDs?: string[];
  /** Statements that change components' statuses put themselves here. */
  statusChanges: RunnableQuery<ChangedStatus[], "sqlite">[];
}

export interface ChangedStatus {
  componentID: string;
  name: string;
  order: number;
  from: string;
  to: string;
}

/**
 * Administrators' requests start at the primary, because a replica can be stale. The session begins with the first statement,
 * so a request that is authenticated before that can still be given another database.
 */
export function database(d1: D1Database, reads: "anywhere" | "primary"): Db {
  let openSession: D1DatabaseSession | undefined;
  const session = () => {
    openSession ??= d1.withSession(reads === "primary" ? "first-primary" : "first-unconstrained");
    return openSession;
  };
  const client: Pick<D1Database, "prepare" | "batch"> = {
    prepare: (statement) => session().prepare(statement),
    batch: (statements) => session().batch(statements),
  };
  return drizzle(client as D1Database);
}
