const MAX_URL_CHARACTERS = 16_384;
/** A domain name has up to 253 characters. A port, user and password can be added. */
const MAX_AUTHORITY_CHARACTERS = 600;

/** The length is checked before parsing, because converting a host to ASCII takes quadratic time. */
export function parseURL(text: string, base?: URL): URL | undefined {
  // The parser removes line breaks and tabs, which would make the check below miss a part of the host.
  if (text.length > MAX_URL_CHARACTERS || /\s/.test(text)) return undefined;
  const authority = /^(?:[a-z][a-z0-9+.-]*:)?[/\\]*([^/\\?#]*)/i.exec(text)?.[1] ?? "";
  if (authority.length > MAX_AUTHORITY_CHARACTERS) return undefined;
  return URL.parse(text, base?.href) ?? undefined;
}
