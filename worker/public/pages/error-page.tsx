import type { Context } from "hono";
import css from "../../../dist/inline/style.css";
import { MessagePage } from "../../../web/status/views/message-page.tsx";
import type { AppEnv } from "../../env.ts";
import type { HttpError } from "../../http/errors.ts";
import { database } from "../../storage/db.ts";
import { html } from "./html.tsx";
import { knownService } from "./known-service.ts";

/** Only a 404 reads the service's name and color: other errors may come from a failing or overloaded database. */
export async function errorPage(c: Context<AppEnv>, error: HttpError): Promise<Response> {
  const service = error.status === 404 ? await knownService(database(c.env.DB, "anywhere")) : undefined;
  return html(c, <MessagePage error={error} service={service} css={css} />, error.status);
}
