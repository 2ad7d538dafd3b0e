import type { PageLink } from "../../../../worker/settings/theme/domain.ts";

/**
 * A draft holds its links as text, one per line, because drafts are compared by value. Neither a name nor an address can
 * contain a tab or a line break.
 */
export function linkText(links: readonly PageLink[]): string {
  return links.map(({ name, url }) => `${oneLine(name)}\t${oneLine(url)}`).join("\n");
}

/** People read the links in this form. */
export function linkTexts(links: readonly PageLink[]): string {
  return links.map(({ name, url }) => `${name} (${url})`).join(", ");
}

export function linkRows(text: string): PageLink[] {
  if (text === "") return [];
  return text.split("\n").map((line) => {
    const [name = "", url = ""] = line.split("\t");
    return { name, url };
  });
}

/** The rows that are filled in. */
export function parseLinks(text: string): PageLink[] {
  return linkRows(text).filter((row) => !isEmptyRow(row));
}

export function isEmptyRow({ name, url }: PageLink): boolean {
  return name.trim() === "" && url.trim() === "";
}

function oneLine(text: string): string {
  return text.replace(/[\t\n]/g, " ");
}
