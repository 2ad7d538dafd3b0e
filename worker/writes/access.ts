import type { Context, MiddlewareHandler } from "hono";
import { type PublicResponseOptions, publicResponse } from "../cache/public-response.ts";
import type { AppEnv } from "../env.ts";
import { itemDescription, withItemTag } from "../http/if-match.ts";
import { type Render, respondWith, type TypedHandler, typedHandler } from "../http/rendered.ts";
import { allows } from "../settings/domain.ts";
import { admin } from "../sign-in/admin.ts";
import { apiKey, apiKeyDescription, requireApiKey } from "../sign-in/api-key.ts";
import { offerUndo } from "./offer-undo.ts";

export interface Access {
  read: typeof publicResponse;
  /** Guards reads of what visitors don't see. */
  mayRead: MiddlewareHandler<AppEnv>;
  mayWrite: MiddlewareHandler<AppEnv>;
  seesDrafts: (c: Context<AppEnv>) => boolean;
  /** Does nothing for API keys, because scripts don't undo. */
  undo: MiddlewareHandler<AppEnv>;
}

export const openAccess: Access = {
  read: publicResponse,
  mayRead: admin,
  mayWrite: admin,
  seesDrafts: () => true,
  undo: offerUndo,
};

export const keyAccess: Access = {
  read: responseForKey,
  mayRead: apiKey("read"),
  mayWrite: apiKey("notices"),
  seesDrafts: (c) => allows(c.var.scopes ?? [], "notices"),
  undo: (_, next) => next(),
};

/** Scripts read what is stored now, so nothing is cached. */
function responseForKey<Path extends string, Data>(
  { item }: PublicResponseOptions,
  render: Render<Path, Data>,
): TypedHandler<Path, Data> {
  const rendered = item ? withItemTag(render) : render;
  const handler = async (c: Context<AppEnv, Path>): Promise<Response> => {
    await requireApiKey(c, "read");
    return respondWith(c, await rendered(c));
  };
  const description = apiKeyDescription("read");
  const headers = [...(description.headers ?? []), ...(item ? itemDescription.headers : [])];
  return typedHandler<Path, Data>(handler, { ...description, ...(item && itemDescription), headers });
}
