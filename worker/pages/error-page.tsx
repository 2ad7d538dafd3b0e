import type { Context } from "hono";
import css from "../../dist/inline/style.css";
import { MessagePage } from "../../web/status/views/message-page.tsx";
import type { AppEnv } from "../env.ts";
import type { Refusal } from "../errors.ts";
import { html } from "./html.tsx";

/** What a visitor sees of a refusal. */
export function errorPage(c: Context<AppEnv>, refused: Refusal): Promise<Response> {
  return html(c, <MessagePage refused={refused} css={css} />, refused.status);
}
