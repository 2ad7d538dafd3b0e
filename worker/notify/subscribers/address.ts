const GMAIL = new Set(["gmail.com", "googlemail.com"]);

/** Rate limits use it: tags, Gmail's dots and googlemail.com don't make another mailbox. */
export function toMailbox(address: string): string {
  const at = address.lastIndexOf("@");
  const domain = address.slice(at + 1).toLowerCase();
  const name = address
    .slice(0, at)
    .toLowerCase()
    .replace(/(?<=.)\+.*$/, "");
  return GMAIL.has(domain) ? `${name.replaceAll(".", "")}@gmail.com` : `${name}@${domain}`;
}
