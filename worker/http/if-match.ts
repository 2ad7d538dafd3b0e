import type { Context, MiddlewareHandler } from "hono";
import type { AppEnv } from "../env.ts";
import { sha256 } from "../shared/hash.ts";
import { type CallDescription, describe } from "./call.ts";
import { conflict, HttpError } from "./errors.ts";
import { ifNoneMatchDescription } from "./if-none-match.ts";
import { MAX_HEADER_CHARACTERS } from "./limits/request-limits.ts";
import type { Render } from "./rendered.ts";

/**
 * An ETag consists of the cache's state, this separator, and the item's own tag. `If-Match` compares only the item's tag. The
 * cache revalidates only by its state, which needs no read of the item.
 */
const SEPARATOR = "~";
const TAG_CHARACTERS = 32;

const headers = [{ name: "ETag", description: "Send it in `If-Match`, or in a GET in `If-None-Match`." }];

export const itemDescription = { ...ifNoneMatchDescription, headers } satisfies CallDescription;

export const itemETag = eTagBy(hashTag);
describe(itemETag, itemDescription);

export function withItemTag<Path extends string, Data>(render: Render<Path, Data>): Render<Path, Data> {
  return async (c) => {
    const rendered = await render(c);
    return {
      ...rendered,
      headers: { ...rendered.headers, ETag: `"${await hashTag(String(rendered.body))}"` },
    };
  };
}

export const changedETag = eTagBy(hashTag);
describe(changedETag, { headers });

/** Parts of some items change without a write, so their `updatedAt` is their tag. */
export const timeETag = eTagBy((json) => {
  const { updatedAt }: { updatedAt: string } = JSON.parse(json);
  return updatedAt;
});
describe(timeETag, { headers });

function eTagBy(tagFrom: (json: string) => string | Promise<string>): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    await next();
    if (c.res.ok) c.header("ETag", `"${await tagFrom(await c.res.clone().text())}"`);
  };
}

export function withState(state: string, itemTag: string | null): string {
  return itemTag === null ? `"${state}"` : `"${state}${SEPARATOR}${itemTag.slice(1)}`;
}

export function hasState(state: string, tag: string): boolean {
  return tag.startsWith(`"${state}${SEPARATOR}`);
}

export type ReadItem = (c: Context<AppEnv>) => Promise<{ updatedAt: string }>;

/**
 * Refuses a PATCH with 409 if the item has changed (RFC 9110 §13.1.1). The item can still change between this check and the
 * write, so the store compares `unchangedSince` again.
 */
export function ifMatch(read: ReadItem): MiddlewareHandler<AppEnv> {
  const handler: MiddlewareHandler<AppEnv> = async (c, next) => {
    await requireMatch(c, read);
    await next();
  };
  describe(handler, { ...ifMatchDescription, errorStatuses: [404, 409] });
  return handler;
}

/** `unchangedSince` of an item that must not exist yet. */
export const ABSENT = "";

/** Refuses a PATCH that is meant to create the item with 409 if there is one (RFC 9110 §13.1.2). */
export function ifAbsent(read: ReadItem): MiddlewareHandler<AppEnv> {
  const handler: MiddlewareHandler<AppEnv> = async (c, next) => {
    if (c.req.header("If-None-Match")?.trim() === "*") {
      const current = await read(c).catch(nothingIfNotFound);
      if (current) throw conflict(current);
      c.set("unchangedSince", ABSENT);
    }
    await next();
  };
  describe(handler, ifAbsentDescription);
  return handler;
}

/** Deleting an item that is already gone is not a conflict. */
export function ifMatchOrGone(read: ReadItem): MiddlewareHandler<AppEnv> {
  const handler: MiddlewareHandler<AppEnv> = async (c, next) => {
    await requireMatch(c, read).catch(nothingIfNotFound);
    await next();
  };
  describe(handler, { ...ifMatchDescription, errorStatuses: [409] });
  return handler;
}

const ifMatchDescription: CallDescription = {
  parameters: [
    {
      name: "If-Match",
      in: "header",
      description:
        "The `ETag` of the item's GET, or its `updatedAt` in quotation marks. Separate several with commas. If the item has changed since, the response is 409. Without this header, the last write wins.",
      schema: { type: "string", maxLength: MAX_HEADER_CHARACTERS["If-Match"] },
    },
  ],
};

const ifAbsentDescription: CallDescription = {
  parameters: [
    {
      name: "If-None-Match",
      in: "header",
      description: "`*` only creates the item. If it exists already, the response is 409.",
      schema: { type: "string", maxLength: 1 },
    },
  ],
};

export function nothingIfNotFound(error: unknown): undefined {
  if (!(error instanceof HttpError) || error.status !== 404) throw error;
}

async function requireMatch(c: Context<AppEnv>, read: ReadItem): Promise<void> {
  const header = c.req.header("If-Match")?.trim();
  if (header === undefined || header === "*") return;
  const current = await read(c);
  const tags = new Set(header.split(",").map(parseItemTag));
  if (!tags.has(current.updatedAt) && !tags.has(await hashTag(JSON.stringify(current))))
    throw conflict(current);
  c.set("unchangedSince", current.updatedAt);
}

/** Weak tags match too, because a proxy that compresses a response makes its tag weak. */
function parseItemTag(tag: string): string {
  const [, opaque = ""] = /^(?:W\/)?"?([^"]*)"?$/.exec(tag.trim()) ?? [];
  return opaque.slice(opaque.lastIndexOf(SEPARATOR) + 1);
}

async function hashTag(json: string): Promise<string> {
  return (await sha256(json)).slice(0, TAG_CHARACTERS);
}
