import type { Context, MiddlewareHandler } from "hono";
import { type PublicAnswerOptions, publicAnswer } from "../cache/public-answer.ts";
import type { AppEnv } from "../env.ts";
import { itemDescription, withItemTag } from "../http/if-match.ts";
import { type Render, responseOf, type TypedHandler, typedHandler } from "../http/rendered.ts";
import { admin } from "./admin.ts";
import { apiKey, apiKeyDescription, requireApiKey } from "./api-key.ts";

export interface Access {
  read: typeof publicAnswer;
  mayWrite: MiddlewareHandler<AppEnv>;
}

export const openAccess: Access = { read: publicAnswer, mayWrite: admin };

export const keyAccess: Access = { read: keyAnswer, mayWrite: apiKey("notices") };

/** Scripts read what is stored now, so nothing is cached. */
function keyAnswer<Path extends string, Data>(
  { item }: PublicAnswerOptions,
  render: Render<Path, Data>,
): TypedHandler<Path, Data> {
  const rendered = item ? withItemTag(render) : render;
  const handler = async (c: Context<AppEnv, Path>): Promise<Response> => {
    await requireApiKey(c, "read");
    return responseOf(c, await rendered(c));
  };
  const description = apiKeyDescription("read");
  const headers = [...(description.headers ?? []), ...(item ? itemDescription.headers : [])];
  return typedHandler<Path, Data>(handler, { ...description, ...(item && itemDescription), headers });
}
