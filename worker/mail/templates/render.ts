import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { plainText } from "../../notices/plain-text.ts";

export function render(letter: ReactElement): { html: string; text: string } {
  const html = `<!doctype html>${renderToStaticMarkup(letter)}`;
  return { html, text: `${plainText(html, { wordwrap: 78 })}\n` };
}
