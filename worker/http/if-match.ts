import type { Context, MiddlewareHandler } from "hono";
import type { AppEnv } from "../env.ts";
import { type CallDescription, describe } from "../openapi/call.ts";
import { sha256 } from "../storage/hash.ts";
import { conflict, Refusal } from "./errors.ts";
import { ifNoneMatchDescription } from "./if-none-match.ts";
import type { Render } from "./rendered.ts";
import { MAX_HEADER_CHARACTERS } from "./request-limits.ts";

/**
 * An item's ETag ends with a part that is the item's own, and `If-Match` compares that part alone. What stands before it
 * belongs to the cache, which revalidates by the content version and so without reading the item.
 */
const SEPARATOR = "~";
/** 128 bits: nobody finds two states of an item with one tag. */
const TAG_CHARACTERS = 32;

const headers = [{ name: "ETag", description: "Send it in `If-Match`, or in a GET in `If-None-Match`." }];

/** What a GET of an item says of its ETag, which changes with anything in it. */
export const itemDescription = { ...ifNoneMatchDescription, headers } satisfies CallDescription;

/** Stands in a GET of an item. */
export const itemETag = eTagBy(tagOf);
describe(itemETag, itemDescription);

/** As `itemETag`, for what is rendered before it is cached. */
export function withItemTag<Path extends string, Data>(render: Render<Path, Data>): Render<Path, Data> {
  return async (c) => {
    const rendered = await render(c);
    return { ...rendered, headers: { ...rendered.headers, ETag: `"${await tagOf(rendered.body)}"` } };
  };
}

/** Stands in a POST or PATCH that answers with an item: its GET would answer the same tag. */
export const changedETag = eTagBy(tagOf);
describe(changedETag, { headers });

/** As `itemETag`, of an item that has parts which change by themselves: its tag is its `updatedAt`. */
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

/** The ETag of an answer that the cache revalidates by `state`, which the item's own tag becomes a part of. */
export function withState(state: string, itemTag: string | null): string {
  return itemTag === null ? `"${state}"` : `"${state}${SEPARATOR}${itemTag.slice(1)}`;
}

/** Whether a client's tag, of whatever item, is of that state. */
export function isOfState(state: string, tag: string): boolean {
  return tag.startsWith(`"${state}${SEPARATOR}`);
}

export type ReadItem = (c: Context<AppEnv>) => Promise<{ updatedAt: string }>;

/**
 * Stands before a PATCH: refuses it with 409 unless `If-Match` names the item as it is (RFC 9110 §13.1.1). For the time until
 * the change is stored, `unchangedSince` has the `updatedAt` that the store's own guard compares.
 */
export function ifMatch(read: ReadItem): MiddlewareHandler<AppEnv> {
  const handler: MiddlewareHandler<AppEnv> = async (c, next) => {
    await requireMatch(c, read);
    await next();
  };
  describe(handler, { ...header, refuses: [404, 409] });
  return handler;
}

/** As `ifMatch`, before a DELETE: to delete what is gone already is no conflict. */
export function ifMatchOrGone(read: ReadItem): MiddlewareHandler<AppEnv> {
  const handler: MiddlewareHandler<AppEnv> = async (c, next) => {
    await requireMatch(c, read).catch((error: unknown) => {
      if (!(error instanceof Refusal) || error.status !== 404) throw error;
    });
    await next();
  };
  describe(handler, { ...header, refuses: [409] });
  return handler;
}

const header: CallDescription = {
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

/** @throws Refusal 409 with what is there now, or whatever `read` throws */
async function requireMatch(c: Context<AppEnv>, read: ReadItem): Promise<void> {
  const sent = c.req.header("If-Match")?.trim();
  if (sent === undefined || sent === "*") return;
  const current = await read(c);
  const tags = new Set(sent.split(",").map(ownPart));
  if (!tags.has(current.updatedAt) && !tags.has(await tagOf(JSON.stringify(current))))
    throw conflict(current);
  c.set("unchangedSince", current.updatedAt);
}

/** The prefix of a weak tag is ignored, because a proxy that compresses makes a strong tag weak. */
function ownPart(tag: string): string {
  const [, opaque = ""] = /^(?:W\/)?"?([^"]*)"?$/.exec(tag.trim()) ?? [];
  return opaque.slice(opaque.lastIndexOf(SEPARATOR) + 1);
}

async function tagOf(json: string): Promise<string> {
  return (await sha256(json)).slice(0, TAG_CHARACTERS);
}
