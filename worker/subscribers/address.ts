import isEmail from "validator/es/lib/isEmail.js";
import { hashOf } from "../hash.ts";

/**
 * The address as mail is sent to it: its domain in ASCII and lower case, no quotation marks where none are needed.
 * Undefined for what is no address, or none that the mail service delivers to: it takes ASCII only before the @.
 * @see https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_Destination.html
 */
export function mailAddress(written: string): string | undefined {
  const address = written.trim();
  const at = address.lastIndexOf("@");
  const local = unquoted(address.slice(0, at));
  const domain = domainInASCII(address.slice(at + 1));
  // isEmail lets line breaks into quotation marks, and with them further headers into a mail; or nothing at all.
  if (domain === undefined || local === '""' || !/^[ -~]+$/.test(local)) return undefined;
  const whole = `${local}@${domain}`;
  return isEmail(whole, { allow_utf8_local_part: false }) ? whole : undefined;
}

/** Knows an address again, in capitals too, without keeping it: SHA-256, in hex. */
export function addressKey(address: string): Promise<string> {
  return hashOf(address.toLowerCase());
}

/** "jane.doe" is jane.doe (RFC 5321, 4.1.2); what really needs its quotation marks keeps them. */
function unquoted(local: string): string {
  const plain = /^"(.*)"$/s.exec(local)?.[1]?.replace(/\\(.)/gs, "$1");
  return plain !== undefined && /^[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*$/.test(plain)
    ? plain
    : local;
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
