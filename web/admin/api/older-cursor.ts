/** The cursor in a `Link: <…?before=…>; rel="next"` header (RFC 8288), whose address may be relative. */
export function olderCursorIn(link: string | null): string | undefined {
  const target = link?.match(/<([^>]*)>\s*;\s*rel="?next"?/)?.[1];
  return target && (new URL(target, "http://api").searchParams.get("before") ?? undefined);
}
