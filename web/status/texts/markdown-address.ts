/** Where a page is as Markdown; undefined for one that is not. */
export function markdownPath(pathname: string): string | undefined {
  if (pathname === "/") return "/index.md";
  const has = /^\/(history|(incidents|maintenances)\/[0-9A-Za-z]+)$/.test(pathname);
  return has ? `${pathname}.md` : undefined;
}

const MAX_ACCEPT_CHARACTERS = 2000;

/** RFC 9110 §12.5.1; only who names Markdown gets it, and in doubt it is what is meant. */
export function prefersMarkdown(accept: string | null): boolean {
  if (accept === null || accept.length > MAX_ACCEPT_CHARACTERS) return false;
  const weights = new Map(
    accept.split(",").map((range) => {
      const [type = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase());
      const q = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
      return [type, q === undefined ? 1 : Number(q) || 0];
    }),
  );
  const markdown = weights.get("text/markdown") ?? 0;
  return markdown > 0 && markdown >= (weights.get("text/html") ?? 0);
}
