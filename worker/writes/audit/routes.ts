import { type Context, Hono, type MiddlewareHandler } from "hono";
import * as z from "zod";
import type { AppEnv } from "../../env.ts";
import { call } from "../../http/call.ts";
import { invalidField } from "../../http/errors.ts";
import { linkHeader, pageLimit } from "../../http/lists/pagination.ts";
import { instant } from "../../http/schema.ts";
import { auditActions, auditKinds, MAX_ACTOR_NAME_CHARACTERS } from "./domain.ts";
import { auditOperations } from "./operations.ts";
import { AuditEntry } from "./schema.ts";
import { type AuditCursor, type AuditFilter, listAuditEntries } from "./store.ts";

const time = { type: "string" as const, maxLength: 100 };

const listParameters = [
  {
    name: "actor",
    description: "Only entries of this actor: a part of the name, or the whole `id`.",
    schema: { type: "string" as const, maxLength: MAX_ACTOR_NAME_CHARACTERS },
  },
  {
    name: "kind",
    description: "Only entries about this kind of item.",
    schema: { type: "string" as const, enum: auditKinds },
  },
  {
    name: "action",
    description: "Only entries of this action.",
    schema: { type: "string" as const, enum: [...auditActions] },
  },
  {
    name: "item",
    description: "Only entries about the item with this ID.",
    schema: { type: "string" as const, maxLength: 50 },
  },
  { name: "from", description: "Only entries of this date and time or later.", schema: time },
  { name: "to", description: "Only entries before this date and time.", schema: time },
  {
    name: "limit",
    description: "The maximum number of entries. The default is 50.",
    schema: { type: "integer" as const, minimum: 1, maximum: 100, default: 50 },
  },
  { name: "before", description: "The page of this cursor from a `Link` header.", schema: time },
].map((parameter) => ({ in: "query" as const, ...parameter }));

const filterNames = ["actor", "kind", "action", "item", "from", "to"];

/** Entries name administrators, so API keys need the scope that also exports subscribers. */
export function auditRoutes(mayRead: MiddlewareHandler<AppEnv>) {
  return new Hono<AppEnv>().get(
    "/",
    mayRead,
    call(
      auditOperations.listAuditEntries,
      { 200: z.array(AuditEntry) },
      {
        parameters: listParameters,
        headers: [linkHeader],
        errorStatuses: [400],
      },
    ),
    async (c) => {
      const limit = pageLimit(c);
      const { entries, next } = await listAuditEntries(c.var.db, parseFilter(c), {
        limit,
        before: parseCursor(c),
      });
      if (next) c.header("Link", `<${nextPath(c, limit, next)}>; rel="next"`);
      return c.json(entries, 200);
    },
  );
}

function parseFilter(c: Context): AuditFilter {
  const { actor, kind, action, item: itemID } = c.req.query();
  return {
    actor: actor || undefined,
    itemID: itemID || undefined,
    kind: parseChoice("kind", auditKinds, kind),
    action: parseChoice("action", auditActions, action),
    from: parseTime(c, "from"),
    to: parseTime(c, "to"),
  };
}

function parseChoice<T extends string>(
  name: string,
  values: readonly T[],
  value: string | undefined,
): T | undefined {
  const known = values.find((each) => each === value);
  if (value !== undefined && known === undefined)
    throw invalidField(name, `${name} must be one of: ${values.join(", ")}.`);
  return known;
}

function parseTime(c: Context, name: string): string | undefined {
  const value = c.req.query(name);
  if (value === undefined) return undefined;
  const parsed = instant(name).safeParse(value);
  if (parsed.success) return parsed.data;
  throw invalidField(name, `${name} must be a date and time such as 2026-01-31T09:00:00Z.`);
}

function parseCursor(c: Context): AuditCursor | undefined {
  const value = c.req.query("before");
  if (value === undefined) return undefined;
  const [time = "", seq = ""] = value.split("_");
  const at = instant("before").safeParse(time);
  if (at.success && /^\d{1,15}$/.test(seq)) return { at: at.data, seq: Number(seq) };
  throw invalidField("before", "before must be the cursor of a Link header.");
}

function nextPath(c: Context, limit: number, { at, seq }: AuditCursor): string {
  const query = new URLSearchParams({ limit: String(limit), before: `${at}_${seq}` });
  for (const name of filterNames) {
    const value = c.req.query(name);
    if (value !== undefined) query.set(name, value);
  }
  return `${c.req.path}?${query}`;
}
