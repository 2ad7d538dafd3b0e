import isEmail from "validator/es/lib/isEmail.js";

/** 256 octets with the angle brackets (RFC 5321, 4.5.3.1.3). */
const MAX_ADDRESS_CHARACTERS = 254;

/**
 * Normalizes an address; undefined if the email service can't deliver to it. Mail programs disagree on quoted local
 * parts and encoded words.
 */
export function mailAddress(input: string): string | undefined {
  const address = input.trim();
  // Converting a domain to ASCII takes time quadratic in its length.
  if (address.length > MAX_ADDRESS_CHARACTERS) return undefined;
  const at = address.lastIndexOf("@");
  const local = address.slice(0, at);
  if (!/^[!-~]+$/.test(local) || /"|=\?.*\?[bq]\?.*\?=/i.test(local)) return undefined;
  const domain = domainInASCII(address.slice(at + 1));
  if (domain === undefined) return undefined;
  const whole = `${local}@${domain}`;
  return isEmail(whole, { allow_utf8_local_part: false }) ? whole : undefined;
}

function domainInASCII(domain: string): string | undefined {
  if (/[\s:/?#@[\]\\%]/.test(domain) || domain === "") return undefined;
  try {
    return new URL(`http://${domain}`).hostname;
  } catch {
    return undefined;
  }
}
