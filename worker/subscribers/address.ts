import isEmail from "validator/es/lib/isEmail.js";

/** RFC 5321, 4.5.3.1.3: 256 octets with the angle brackets around it. */
const MAX_ADDRESS_CHARACTERS = 254;

/**
 * The address as mail is sent to it: its domain in ASCII and lower case. Undefined for what is no address, or none that
 * the mail service delivers to: it takes ASCII only before the @. A quoted local part (RFC 5321, 4.1.2) and one that looks
 * like an encoded word (RFC 2047) are refused, too: mail programs disagree on whom they name.
 * @see https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_Destination.html
 */
export function mailAddress(written: string): string | undefined {
  const address = written.trim();
  // Making a domain ASCII costs the square of its length.
  if (address.length > MAX_ADDRESS_CHARACTERS) return undefined;
  const at = address.lastIndexOf("@");
  const local = address.slice(0, at);
  if (!/^[!-~]+$/.test(local) || /"|=\?.*\?[bq]\?.*\?=/i.test(local)) return undefined;
  const domain = domainInASCII(address.slice(at + 1));
  if (domain === undefined) return undefined;
  const whole = `${local}@${domain}`;
  return isEmail(whole, { allow_utf8_local_part: false }) ? whole : undefined;
}

/** What comes before the @ of Gmail's addresses may have dots anywhere, and its mailboxes have both domains. */
const GMAIL = new Set(["gmail.com", "googlemail.com"]);

/**
 * The mailbox that an address leads to, for limits only: what follows a + does not make another one, nor do Gmail's dots
 * and its second domain.
 */
export function mailboxOf(address: string): string {
  const at = address.lastIndexOf("@");
  const domain = address.slice(at + 1).toLowerCase();
  const name = address
    .slice(0, at)
    .toLowerCase()
    .replace(/(?<=.)\+.*$/, "");
  return GMAIL.has(domain) ? `${name.replaceAll(".", "")}@gmail.com` : `${name}@${domain}`;
}

function domainInASCII(domain: string): string | undefined {
  // A URL's host may hold more than a domain does.
  if (/[\s:/?#@[\]\\%]/.test(domain) || domain === "") return undefined;
  try {
    return new URL(`http://${domain}`).hostname;
  } catch {
    return undefined;
  }
}
