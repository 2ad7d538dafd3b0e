import { connect } from "cloudflare:sockets";
import { KiB } from "../../../shared/domain.ts";

/** RFC 5321 §4.5.3.1.5 allows 512 bytes a line. No server needs more than some dozens of lines. */
const MAX_REPLY_CHARACTERS = 16 * KiB;

export interface Reply {
  code: number;
  lines: string[];
}

/** The other end closed the connection or sent what is no reply. */
export class ConnectionError extends Error {}

export interface Connection {
  /** Resolves when TCP, and TLS where it comes first, have been set up. */
  opened: () => Promise<unknown>;
  read: () => Promise<Reply>;
  write: (text: string) => Promise<void>;
  /** Continues with TLS. workerd checks that the certificate is one for the host. */
  startTLS: () => void;
  close: () => void;
}

/** @param usesTLS whether TLS comes before the first byte */
export function openConnection(address: { hostname: string; port: number }, usesTLS: boolean): Connection {
  const options = { secureTransport: usesTLS ? "on" : "starttls", allowHalfOpen: false };
  let streams = toStreams(connect(address, options));
  let unread = "";

  async function readLine(): Promise<string> {
    let end = unread.indexOf("\n");
    while (end === -1) {
      if (unread.length > MAX_REPLY_CHARACTERS) throw new ConnectionError("A reply is too long.");
      const { value, done } = await streams.reader.read();
      if (done) throw new ConnectionError("The connection was closed.");
      unread += streams.decoder.decode(value, { stream: true });
      end = unread.indexOf("\n");
    }
    const line = unread.slice(0, end).replace(/\r$/, "");
    unread = unread.slice(end + 1);
    return line;
  }

  return {
    opened: () => streams.socket.opened,
    async read() {
      const lines: string[] = [];
      for (let characters = 0; characters <= MAX_REPLY_CHARACTERS; ) {
        const line = await readLine();
        characters += line.length + 1;
        const [, code, separator, text = ""] = /^([2-5]\d\d)([ -]|$)(.*)$/.exec(line) ?? [];
        if (code === undefined) throw new ConnectionError("A reply has no code.");
        lines.push(text);
        if (separator !== "-") return { code: Number(code), lines };
      }
      throw new ConnectionError("A reply is too long.");
    },
    async write(text) {
      await streams.writer.write(new TextEncoder().encode(text));
    },
    startTLS() {
      // What came before TLS could be from anyone, and would count as an answer within it (CVE-2011-0411).
      if (unread !== "") throw new ConnectionError("The server sent more than a reply before TLS.");
      streams.reader.releaseLock();
      streams.writer.releaseLock();
      streams = toStreams(streams.socket.startTls());
    },
    close() {
      streams.socket.close().catch(() => undefined);
    },
  };
}

function toStreams(socket: Socket) {
  // Reads and writes report the same errors. Without this, workerd would log these as unhandled.
  for (const promise of [socket.opened, socket.closed]) promise.catch(() => undefined);
  const reader: ReadableStreamDefaultReader<Uint8Array> = socket.readable.getReader();
  const writer: WritableStreamDefaultWriter<Uint8Array> = socket.writable.getWriter();
  return { socket, reader, writer, decoder: new TextDecoder() };
}
