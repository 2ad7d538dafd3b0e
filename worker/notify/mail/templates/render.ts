import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { plainText } from "./plain-text.ts";

export function render(email: ReactElement): { html: string; text: string } {
  const html = `<!doctype html>${renderToStaticMarkup(email)}`;
  return { html, text: `${plainText(html, 78)}\n` };
}
