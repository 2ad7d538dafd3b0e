import { htmlText } from "../../../shared/html-text.ts";

export function plainText(html: string, width?: number): string {
  return htmlText(html, { linkBrackets: ["<", ">"], width });
}
