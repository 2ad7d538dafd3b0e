/** A redirect can carry a whole query. */
const MAX_URL_CHARACTERS = 16_384;
/** A domain name's 253 characters, with a port, a user and a password. */
const MAX_AUTHORITY_CHARACTERS = 600;

/**
 * A URL from outside, undefined for what is none. Its host is measured before it is parsed: making a host ASCII costs the
 * square of its length.
 */
export function parseURL(text: string, base?: URL): URL | undefined {
  // The parser drops line breaks and tabs, and with them what is measured here.
  if (text.length > MAX_URL_CHARACTERS || /\s/.test(text)) return undefined;
  const authority = /^(?:[a-z][a-z0-9+.-]*:)?[/\\]*([^/\\?#]*)/i.exec(text)?.[1] ?? "";
  if (authority.length > MAX_AUTHORITY_CHARACTERS) return undefined;
  return URL.parse(text, base?.href) ?? undefined;
}
