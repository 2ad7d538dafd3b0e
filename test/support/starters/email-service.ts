import { join } from "node:path";
import type { Miniflare, WorkerOptions } from "miniflare";
import { expect } from "vitest";

/** A message as the binding got it. */
export interface SentEmail {
  from: string | { name: string; email: string };
  to: string;
  subject: string;
  html: string;
  text: string;
  headers: Record<string, string>;
  messageId: string;
}

interface Failure {
  code: string;
  message: string;
}

export interface EmailService {
  /** Emails that were accepted, oldest first. */
  mails(): Promise<SentEmail[]>;
  /** Waits for exactly so many emails. */
  waitForMails(count: number): Promise<SentEmail[]>;
  /** All calls, even those that failed. */
  calls(): Promise<{ to: string; at: number }[]>;
  /** Makes calls fail for these recipients, or with `*` for all, after a long time with the code `hang`. Replaces earlier failures. */
  failFor(failures: Record<string, Failure>): Promise<void>;
  empty(): Promise<void>;
}

const name = "email-service";
const folder = join(import.meta.dirname, "../workers");

export function withEmailService({ email, ...worker }: WorkerOptions, isRecorded: boolean): WorkerOptions {
  if (!isRecorded) return { ...worker, ...(email && { email }) };
  const EMAIL = { name, entrypoint: "EmailBinding" };
  return { ...worker, serviceBindings: { ...worker.serviceBindings, EMAIL } };
}

/** A Worker that takes the place of the binding, and sends with Miniflare's simulator of it. */
export function emailServiceWorker({ email, compatibilityDate }: WorkerOptions): WorkerOptions {
  return {
    name,
    modules: [{ type: "ESModule", path: join(folder, `${name}.js`) }],
    modulesRoot: folder,
    unsafeDirectSockets: [{ port: 0 }],
    ...(email && { email }),
    ...(compatibilityDate !== undefined && { compatibilityDate }),
  };
}

export function emailService(miniflare: Miniflare): EmailService {
  async function call<T>(path: string, input: unknown = {}): Promise<T> {
    const { origin } = await miniflare.unsafeGetDirectURL(name);
    const response = await fetch(new URL(path, origin), { method: "POST", body: JSON.stringify(input) });
    return (await response.json()) as T; // The Worker's response to this path.
  }
  const mails = () => call<SentEmail[]>("mails");
  return {
    mails,
    async waitForMails(count) {
      await expect.poll(async () => (await mails()).length).toBe(count);
      return mails();
    },
    calls: () => call("calls"),
    failFor: (failures) => call("failFor", failures),
    empty: () => call("empty"),
  };
}
