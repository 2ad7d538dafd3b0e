export interface Sender {
  name: string;
  address: string;
  /** Only Amazon SES has regions. */
  region: string;
  /** The key of a service that needs no more than one, or the password of an SMTP server. */
  encryptedKey: string;
  smtp: { host: string; port: number; user: string };
}

export interface Mail {
  /** It is the same for each try. */
  id: string;
  to: string;
  subject: string;
  html: string;
  text: string;
  /** They are printable ASCII. Services set Message-ID and Date themselves. */
  headers: Record<string, string>;
}

/** An email service. Everything that is different between them is behind this. */
export interface MailProvider {
  /**
   * @returns the ID that the service gave the mail
   * @throws MailError with the service's message
   */
  send: (mail: Mail) => Promise<string>;
  /** Mails a second that the account may send. */
  sendRate: () => Promise<number>;
  /** How long the service asked for a pause when it refused the last email. */
  retryAfterMs?: () => number;
  /** Call it after the last email. */
  close?: () => Promise<void>;
}

/**
 * `service`: no mail is sent for now. `sender` and `mail` would always be refused. `suppressed`: a bounce or complaint blocks the
 * address for a day or longer. `delivery`: the recipient's server refused.
 */
export type MailFault = "service" | "sender" | "mail" | "recipient" | "suppressed" | "delivery";

export class MailError extends Error {
  readonly fault: MailFault;

  constructor(message: string, fault: MailFault, options?: ErrorOptions) {
    super(message, options);
    this.fault = fault;
  }
}

/** Finds in the words of a refusal what it is about, where its code doesn't say so. */
export function refusedPart(message: string, { address, to }: { address: string; to: string }): MailFault {
  if (names(message, to) && address !== to) return "recipient";
  return mentions(message, address) ? "sender" : "mail";
}

/** Finds the address or its bare domain. A recipient's address may have the same domain. */
export function mentions(message: string, address: string): boolean {
  const domain = address.slice(address.lastIndexOf("@") + 1);
  return names(message, address) || names(message, domain);
}

/** Finds the whole text as a word, because one address can be the end of another. */
function names(message: string, text: string): boolean {
  const words = message
    .toLowerCase()
    .split(/[\s,;<>()[\]"`]+/)
    .map((word) => word.replace(/^'+|['.:]+$/g, ""));
  return words.includes(text.toLowerCase());
}
