import type { Context } from "hono";
import css from "../../dist/inline/style.css";
import { MessagePage } from "../../web/status/views/message-page.tsx";
import type { AppEnv } from "../env.ts";
import type { Refusal } from "../http/errors.ts";
import { database } from "../storage/db.ts";
import { html } from "./html.tsx";
import { knownService } from "./known-service.ts";

/** What a visitor sees of a refusal. One that tells of a database that is away, or of too many requests, doesn't read it. */
export async function errorPage(c: Context<AppEnv>, refused: Refusal): Promise<Response> {
  const service = refused.status === 404 ? await knownService(database(c.env.DB, "anywhere")) : undefined;
  return html(c, <MessagePage refused={refused} service={service} css={css} />, refused.status);
}
