import type { Context } from "hono";
import type { AppEnv } from "../env.ts";
import type { DescribedParameter } from "../http/call.ts";
import { withState } from "../http/if-match.ts";
import { type Rendered, respondWith } from "../http/rendered.ts";
import { readVersions } from "../storage/content-version/store.ts";
import { notModifiedSince } from "./revalidation.ts";

export const freshParameter: DescribedParameter = {
  name: "fresh",
  in: "query",
  description: "`1` reads the database past every cache. For administrators only.",
  schema: { type: "string", enum: ["1"] },
};

export function bypassesCaches(c: Context<AppEnv>): boolean {
  return c.req.query("fresh") === "1";
}

/** Checking tokens is loaded with the first administrator. */
export async function requireAdministrator(c: Context<AppEnv>): Promise<void> {
  const admin = await import("../sign-in/admin.ts");
  await admin.requireAdministrator(c);
}

export async function freshResponse(
  c: Context<AppEnv>,
  clock: string | undefined,
  render: () => Promise<Rendered>,
): Promise<Response> {
  await requireAdministrator(c);
  if (clock === undefined) return respondWith(c, await render());
  const { version } = await readVersions(c.var.db);
  const state = `${c.env.VERSION.id}-${version}-${clock}`;
  const notModified = notModifiedSince(c, state);
  if (notModified) return notModified;
  const rendered = await render();
  if (rendered.status) return respondWith(c, rendered);
  const ETag = withState(state, rendered.headers.ETag ?? null);
  return respondWith(c, { ...rendered, headers: { ...rendered.headers, ETag } });
}
