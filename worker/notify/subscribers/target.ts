import { mailAddress } from "../../../web/shared/mail-address.ts";
import { type HttpError, invalidField } from "../../http/errors.ts";
import type { StoredSettings } from "../../settings/store.ts";
import { encrypt, hmac } from "../../storage/secret-key.ts";
import type { ChannelName, EndpointChannelName } from "../chat/domain.ts";
import { endpointURL, isEndpointAddress, shortenedAddress } from "../endpoints/address.ts";
import { limitedDomain } from "../endpoints/limited-domain.ts";
import { isPushService } from "../push/domain.ts";
import { toMailbox } from "./address.ts";
import { type AddressKeys, addressKeys, endpointKeys } from "./address-key.ts";

export interface Target {
  channel: ChannelName;
  /** Empty for other channels. */
  emailAddress: string;
  /** How it is shown to administrators, who must not learn what allows posting to it. */
  shownAddress: string;
  /** Empty for email. */
  encryptedURL: string;
  keys: AddressKeys;
  /** Requests to confirm are limited by it. */
  mailboxKey: string;
  /** Requests are also limited by domain where strangers' programs answer: not for chat services that answer themselves, nor for email. */
  domainKey: string | null;
}

export type DetectChannel = (url: URL) => EndpointChannelName;

/**
 * @param field names the address in an error
 * @throws HttpError 400 if nothing can be sent to the address
 */
export async function parseTarget(
  env: Env,
  input: string,
  channelOf: DetectChannel,
  field = "emailAddress",
): Promise<Target> {
  if (isEndpointAddress(input)) {
    const url = endpointURL(env, input);
    // Browsers subscribe with keys, in a call of their own.
    if (!url || isPushService(url)) throw invalidAddress(ENDPOINT_ADVICE, field);
    const channel = channelOf(url);
    const [encryptedURL, keys, mailboxKey, domainKey] = await Promise.all([
      encrypt(env, "endpoint-address", url.href),
      endpointKeys(env, url),
      hmac(env, "mailbox", url.href),
      channel === "webhook" || channel === "teams"
        ? hmac(env, "endpoint-host", await limitedDomain(url))
        : null,
    ]);
    const shownAddress = shortenedAddress(url.href);
    return { channel, emailAddress: "", shownAddress, encryptedURL, keys, mailboxKey, domainKey };
  }
  const emailAddress = mailAddress(input);
  if (emailAddress === undefined) throw invalidAddress(EMAIL_ADVICE, field);
  const [keys, mailboxKey] = await Promise.all([
    addressKeys(env, emailAddress),
    hmac(env, "mailbox", toMailbox(emailAddress)),
  ]);
  return {
    channel: "email",
    emailAddress,
    shownAddress: emailAddress,
    encryptedURL: "",
    keys,
    mailboxKey,
    domainKey: null,
  };
}

export function isChannelOn({ channel }: Pick<Target, "channel">, settings: StoredSettings): boolean {
  return channel === "email" ? settings.emailEnabled : settings.endpointsEnabled;
}

const EMAIL_ADVICE =
  "We can't send email to this address. Enter one like name@example.com, without accents before the @.";
const ENDPOINT_ADVICE =
  "We can't send updates to this address. Enter an https address of a public host, without a user name or password.";

function invalidAddress(message: string, path: string): HttpError {
  return invalidField(path, message);
}
