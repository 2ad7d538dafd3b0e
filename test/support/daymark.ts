import { join } from "node:path";
import { Miniflare } from "miniflare";
import { type Client, client } from "../../tools/demo/client.ts";
import { startMailService } from "../../tools/start/mail-service.ts";
import { migrate } from "../../tools/start/migrations.ts";
import { daymarkWorker, type Rates, type Vars } from "../../tools/start/workers.ts";
import { readDescription } from "./description.ts";
import { mailsOf, mailVars } from "./mail.ts";
import { startUserPool, type UserPool } from "./user-pool.ts";
import { workerVars } from "./worker-vars.ts";

export { answer } from "../../tools/demo/client.ts";

interface Options {
  /** `faulty-worker` is the Worker with faults on demand, `counting-worker` with an account of what it costs: see those files. */
  build?: "worker" | "faulty-worker" | "counting-worker";
  /** Variables other than wrangler.toml's. */
  vars?: Vars;
  /** Calls a minute, by the name of their rate limit, other than wrangler.toml's. */
  rates?: Rates;
  /** Where it answers; a free port unless told. */
  port?: number;
  /** Where D1 and R2 are kept, for one that is to be started again; in memory unless told. */
  stateDir?: string;
  /** A user pool that goes on when Daymark is stopped; one of its own unless told. */
  pool?: UserPool;
  /** What an older version left in the database: the last of its migrations, and the SQL that fills its tables. */
  leftBy?: { migration: string; statements: string[] };
  /** Is handed the empty database before it is migrated to the newest schema. */
  prepare?: (db: Daymark["db"]) => Promise<void>;
}

export interface Daymark {
  url: string;
  /**
   * Plain HTTP, for what the typed clients can not say; redirects are not followed. Every answer, here and to
   * the clients below, is held to the API's own description.
   */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** As `fetch`, of an address that begins with https://, as it does on Cloudflare. */
  fetchSecurely(path: string, init?: RequestInit): Promise<Response>;
  /** An id token of an administrator, good unless the claims or the header given spoil it. */
  token: UserPool["token"];
  poolKeys: UserPool["keys"];
  /** What the user pool answers to strangers who sign up. */
  signUp: UserPool["signUp"];
  issuer: string;
  administrator: Client;
  visitor: Client;
  db: Awaited<ReturnType<Miniflare["getD1Database"]>>;
  /** Every mail that has gone out, as a mail program reads it, as long as no test's own service has it. */
  mails(): ReturnType<typeof mailsOf>;
  files: Awaited<ReturnType<Miniflare["getR2Bucket"]>>;
  /** What the Worker wrote to its log, a line each. */
  logs: string[];
  /** Runs the cron as if it were `minute`. */
  tick(minute: string): Promise<void>;
  /** Hands the Worker a batch of that queue, past the queue, and answers what became of it. */
  deliver(
    queue: "daymark-datapoints" | "daymark-collection" | "daymark-mail",
    bodies: unknown[],
  ): Promise<QueueOutcome>;
  /** The same of any queue, with messages that were delivered before. */
  deliverMessages(
    queue: string,
    messages: { id: string; attempts: number; body: unknown }[],
  ): Promise<QueueOutcome>;
  stop(): Promise<void>;
}

type Fetcher = Awaited<ReturnType<Miniflare["getWorker"]>>;
type QueueOutcome = Awaited<ReturnType<Fetcher["queue"]>>;

/** The built Worker in workerd, on an empty D1 and R2 of its own, with a user pool that signs what a test asks for. */
export async function startDaymark({
  build = "worker",
  vars = {},
  rates = {},
  port = 0,
  stateDir,
  pool: givenPool,
  leftBy,
  prepare,
}: Options = {}): Promise<Daymark> {
  const pool = givenPool ?? (await startUserPool());
  // A test that brings its own has it watched.
  const mail = vars.SES_ENDPOINT ? undefined : await startMailService();
  const logs: string[] = [];
  const mf = new Miniflare({
    cf: false,
    ...(stateDir !== undefined && { d1Persist: join(stateDir, "d1"), r2Persist: join(stateDir, "r2") }),
    handleStructuredLogs: ({ message }: { message: string }) => void logs.push(message),
    workers: [
      await daymarkWorker(
        {
          ...workerVars(pool),
          // With credentials, whoever brings no stand-in of CloudWatch finds none, rather than the real one.
          ...(mail && { ...mailVars(mail.endpoint), CLOUDWATCH_ENDPOINT: "http://127.0.0.1:9" }),
          ...vars,
        },
        { build, port, rates },
      ),
    ],
  });
  const db = await mf.getD1Database("DB");
  if (leftBy) {
    await migrate(db, leftBy.migration);
    await db.batch(leftBy.statements.map((statement) => db.prepare(statement)));
  }
  await prepare?.(db);
  await migrate(db);
  const url = (await mf.unsafeGetDirectURL("daymark")).origin;
  const holdToDescription = await readDescription(url);
  const checkedFetch: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    await holdToDescription(init?.method ?? "GET", response);
    return response;
  };

  const deliverMessages: Daymark["deliverMessages"] = async (queue, messages) => {
    const worker = await mf.getWorker("daymark");
    const timestamp = new Date();
    return worker.queue(
      queue,
      messages.map((message) => ({ ...message, timestamp })),
    );
  };

  return {
    url,
    fetch: (path, init) => checkedFetch(new URL(path, url), { redirect: "manual", ...init }),
    async fetchSecurely(path, init) {
      const worker = await mf.getWorker("daymark");
      const address = new URL(path, url.replace("http:", "https:")).href;
      // Miniflare's own types of what the platform's fetch takes and answers.
      const given = { redirect: "manual", ...init } as Parameters<typeof worker.fetch>[1];
      const response = (await worker.fetch(address, given)) as unknown as Response;
      return response;
    },
    token: pool.token,
    poolKeys: pool.keys,
    signUp: pool.signUp,
    issuer: pool.issuer,
    administrator: client(url, pool.token, checkedFetch),
    visitor: client(url, undefined, checkedFetch),
    db,
    mails: async () => (mail ? mailsOf(mail.endpoint) : []),
    files: await mf.getR2Bucket("FILES"),
    logs,
    async tick(minute) {
      const worker = await mf.getWorker("daymark");
      const { outcome } = await worker.scheduled({ cron: "* * * * *", scheduledTime: new Date(minute) });
      if (outcome !== "ok") throw new Error(`The cron's run ended as ${outcome}: ${logs.at(-1)}`);
    },
    deliver: (queue, bodies) =>
      deliverMessages(
        queue,
        bodies.map((body, at) => ({ id: `message-${at}`, attempts: 1, body })),
      ),
    deliverMessages,
    async stop() {
      await mf.dispose();
      await Promise.all([givenPool ? undefined : pool.stop(), mail?.stop()]);
    },
  };
}
