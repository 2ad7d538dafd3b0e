import { encodedWords, isPlainText, mailbox } from "../mailbox.ts";
import { type Mail, MailError, type Sender } from "../provider.ts";

const MAX_HEADER_CHARACTERS = 900;

/** RFC 5322 and 2045: an email with a text and an HTML part. All of it is ASCII in lines of less than 998 characters. */
export function toMessage(sender: Sender, mail: Mail, messageID: string): string {
  const boundary = `=_${crypto.randomUUID()}`;
  return [
    header("Date", new Date().toUTCString().replace("GMT", "+0000")),
    header("From", mailbox(sender)),
    header("To", mail.to),
    header("Subject", toHeaderText(mail.subject)),
    header("Message-ID", messageID),
    ...Object.entries(mail.headers).map(([name, value]) => header(name, value)),
    header("MIME-Version", "1.0"),
    header("Content-Type", `multipart/alternative; boundary="${boundary}"`),
    "",
    ...part(boundary, "text/plain", mail.text),
    ...part(boundary, "text/html", mail.html),
    `--${boundary}--`,
    "",
  ].join("\r\n");
}

function part(boundary: string, type: string, content: string): string[] {
  return [
    `--${boundary}`,
    `Content-Type: ${type}; charset=utf-8`,
    "Content-Transfer-Encoding: base64",
    "",
    new TextEncoder().encode(content).toBase64().replace(/.{76}/g, "$&\r\n"),
  ];
}

function toHeaderText(text: string): string {
  return isPlainText(text) && text.length <= MAX_HEADER_CHARACTERS ? text : encodedWords(text);
}

/** A line break in a value would begin another header, so the email is refused. */
function header(name: string, value: string): string {
  const folded = value.replaceAll("?= ", "?=\r\n ");
  const isValid = /^[!-9;-~]+$/.test(name) && folded.split("\r\n").every(isHeaderLine);
  if (!isValid || /[\r\n]/.test(value)) throw new MailError(`The header ${name} can't be sent.`, "mail");
  return `${name}: ${folded}`;
}

function isHeaderLine(line: string): boolean {
  return /^[\x20-\x7e]*$/.test(line) && line.length <= MAX_HEADER_CHARACTERS;
}
