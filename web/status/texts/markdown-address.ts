/** Where the Markdown of a page is, for a request that would rather have that than HTML; undefined for any other. */
export function markdownAddress(pathname: string, accept: string | null): string | undefined {
  if (accept === null || !prefersMarkdown(accept)) return undefined;
  if (pathname === "/") return "/index.md";
  return /^\/(incidents|maintenances)\/[0-9A-Za-z]+$/.test(pathname) ? `${pathname}.md` : undefined;
}

/** RFC 9110 §12.5.1; only who names Markdown gets it, and in doubt it is what is meant. */
function prefersMarkdown(accept: string): boolean {
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
