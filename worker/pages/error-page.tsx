import type { Context } from "hono";
import css from "../../dist/inline/style.css";
import { MessagePage } from "../../web/status/views/message-page.tsx";
import type { AppEnv } from "../env.ts";
import type { Refusal } from "../http/errors.ts";
import { database } from "../storage/db.ts";
import { html } from "./html.tsx";
import { knownService } from "./known-service.ts";

/** Only a 404 reads the service's name and color: other refusals may come from a failing or overloaded database. */
export async function errorPage(c: Context<AppEnv>, refusal: Refusal): Promise<Response> {
  const service = refusal.status === 404 ? await knownService(database(c.env.DB, "anywhere")) : undefined;
  return html(c, <MessagePage error={refusal} service={service} css={css} />, refusal.status);
}
