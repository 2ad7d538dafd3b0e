export function markdownPath(pathname: string): string | undefined {
  if (pathname === "/") return "/index.md";
  const hasMarkdown =
    /^\/(history|(incidents|maintenances)\/[0-9A-Za-z]+|incidents\/[0-9A-Za-z]+\/postmortem)$/.test(pathname);
  return hasMarkdown ? `${pathname}.md` : undefined;
}

const MAX_ACCEPT_CHARACTERS = 2000;

/** Content negotiation (RFC 9110 §12.5.1). Wildcards do not count, and Markdown wins a tie with HTML. */
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
