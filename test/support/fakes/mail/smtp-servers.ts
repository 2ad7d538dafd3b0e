import { generate } from "selfsigned";
import { SMTPServer } from "smtp-server";
import { listen } from "../../starters/listen.ts";

export interface SmtpMail {
  from: string;
  to: string[];
  user: string | undefined;
  /** The dots that SMTP adds are removed. */
  message: string;
  /** Counts connections from 1. */
  connection: number;
}

interface Refusal {
  command: "AUTH" | "MAIL" | "RCPT" | "DATA";
  code: number;
  message: string;
  once?: boolean;
}

export type SmtpServers = Awaited<ReturnType<typeof startSmtpServers>>;

export const smtpUser = "daymark@example.org";
export const smtpPassword = "The pässword of SMTP";

/**
 * Starts two SMTP servers of the package `smtp-server`, one that begins with TLS as port 465 does, and one that offers STARTTLS as port
 * 587 does. They take emails only after a sign-in within TLS.
 */
export async function startSmtpServers() {
  const { cert, key } = await makeCertificate("localhost");
  const mails: SmtpMail[] = [];
  const signIns: string[] = [];
  let connections = 0;
  let refused: Refusal | undefined;
  let closesAfterEach = false;
  const numbers = new Map<string, number>();

  function errorOf(command: Refusal["command"]): Error | null {
    if (refused?.command !== command) return null;
    const { code, message, once } = refused;
    if (once) refused = undefined;
    return Object.assign(new Error(message), { responseCode: code });
  }

  const start = async (secure: boolean) => {
    const hangUp = () => {
      for (const connection of server.connections) connection.close();
    };
    const server = new SMTPServer({
      secure,
      cert,
      key,
      disableReverseLookup: true,
      authMethods: ["PLAIN", "LOGIN"],
      onConnect(session, callback) {
        connections += 1;
        numbers.set(session.id, connections);
        callback();
      },
      onAuth({ method, username, password }, session, callback) {
        signIns.push(`${method} ${session.secure ? "with" : "without"} TLS`);
        const isRight = username === smtpUser && password === smtpPassword;
        const wrong = Object.assign(new Error("5.7.8 Wrong user or password"), { responseCode: 535 });
        const error = errorOf("AUTH") ?? (isRight ? null : wrong);
        callback(error, error ? undefined : { user: username });
      },
      onMailFrom: (_address, _session, callback) => callback(errorOf("MAIL")),
      onRcptTo: (_address, _session, callback) => callback(errorOf("RCPT")),
      onData(stream, session, callback) {
        const chunks: Buffer[] = [];
        stream.on("data", (chunk: Buffer) => chunks.push(chunk));
        stream.on("end", () => {
          const error = errorOf("DATA");
          if (error) return callback(error);
          const { mailFrom, rcptTo } = session.envelope;
          mails.push({
            from: mailFrom ? mailFrom.address : "",
            to: rcptTo.map(({ address }) => address),
            user: session.user,
            message: Buffer.concat(chunks).toString(),
            connection: numbers.get(session.id) ?? 0,
          });
          callback(null);
          if (closesAfterEach) setImmediate(hangUp);
        });
      },
    });
    server.on("error", () => undefined); // A client that doesn't trust the certificate hangs up.
    const address = await listen(server.server);
    return { server, endpoint: `localhost:${new URL(address).port}` };
  };
  const [withTLS, withSTARTTLS] = [await start(true), await start(false)];

  return {
    cert,
    /** The Worker's variables for each port. */
    vars: {
      465: { SMTP_ENDPOINT: withTLS.endpoint },
      587: { SMTP_ENDPOINT: withSTARTTLS.endpoint },
    },
    mails,
    signIns,
    connections: () => connections,
    /** Undefined refuses nothing. */
    refuse(next: Refusal | undefined): void {
      refused = next;
    },
    /** Hangs up after each email. */
    closeAfterEach(): void {
      closesAfterEach = true;
    },
    reset(): void {
      refused = undefined;
      closesAfterEach = false;
      connections = 0;
      for (const list of [mails, signIns]) list.length = 0;
    },
    stop: () =>
      Promise.all(
        [withTLS, withSTARTTLS].map(
          ({ server }) => new Promise<void>((resolve) => server.close(() => resolve())),
        ),
      ),
  };
}

export async function makeCertificate(host: string): Promise<{ cert: string; key: string }> {
  const altNames = [{ type: 2 as const, value: host }];
  const { cert, private: key } = await generate([{ name: "commonName", value: host }], {
    keySize: 2048,
    algorithm: "sha256",
    extensions: [{ name: "subjectAltName", altNames }],
  });
  return { cert, key };
}
