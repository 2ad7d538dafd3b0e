import css from "../../web/status/style.css";
import { MessagePage } from "../../web/status/views/message-page.tsx";
import type { Refusal } from "../errors.ts";
import { html } from "./html.ts";

/** What a visitor sees of a refusal. */
export function errorPage({ status, message }: Refusal): string {
  const title = status === 404 ? "404 page not found" : "This page can not be shown";
  return html(<MessagePage title={title} message={message} css={css} />);
}
