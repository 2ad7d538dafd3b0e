import { join } from "node:path";
import type { Request as MiniflareRequest } from "miniflare";
import { answer, type Client, client } from "../../tools/demo/client.ts";
import { startMailService } from "../../tools/start/mail-service.ts";
import { migrate } from "../../tools/start/migrations.ts";
import { Miniflare, MiniflareResponse } from "../../tools/start/miniflare.ts";
import { daymarkWorker, type Rates, type Vars } from "../../tools/start/workers.ts";
import { loadResponseCheck } from "./check-response.ts";
import { type Database, directAccess, directAccessWorker, type QueueOutcome } from "./direct-access.ts";
import { dropEverything } from "./drop-everything.ts";
import { type EmailService, emailService, emailServiceWorker, withEmailService } from "./email-service.ts";
import { startTokenIssuer, type TokenIssuer } from "./fake-token-issuer.ts";
import { mailsOf, mailVars } from "./mail.ts";
import { emptyMailboxes } from "./mailbox.ts";
import { createNewestSchema, emptyNewestSchema } from "./newest-schema.ts";
import type { StoredFiles } from "./stored-files.ts";
import { workerVars } from "./worker-vars.ts";
import type { Reset } from "./workers/faulty-worker.ts";

export { answer };

interface OlderVersion {
  migration: string;
  statements: string[];
}

interface Options {
  /**
   * False for a Worker of its own, for a test of what an isolate costs or remembers, or one that fills the database to its limits.
   * A test that gives any other option than `build` has one anyway.
   */
  shared?: false;
  /** `faulty-worker` injects faults on demand, `counting-worker` counts what Cloudflare bills: see those files. */
  build?: "worker" | "faulty-worker" | "counting-worker";
  /** Override wrangler.toml's variables. */
  vars?: Vars;
  /** Override wrangler.toml's rate limits: requests per minute, by name. */
  rates?: Rates;
  /** The default is a free port. */
  port?: number;
  /** Stores D1 and R2 in this folder, for a Worker that is started again. By default they are in memory. */
  stateDir?: string;
  /** A token issuer that outlives this Worker. By default it gets its own. */
  pool?: TokenIssuer;
  /** The addresses of local servers that stand in for hosts, such as `hooks.slack.com`. */
  hosts?: Record<string, string>;
  /**
   * The binding of Cloudflare's Email Service: Miniflare's simulator, the same behind a recorder with errors on demand, or
   * none, as in an installation that didn't ask for it. The default is the simulator.
   */
  emailBinding?: "simulated" | "recorded" | "none";
  /** Starts on the database of an older version: its last migration, and the SQL that fills its tables. */
  upgradeFrom?: OlderVersion;
  /** Runs on the database before it is migrated to the newest schema. */
  prepare?: (db: Daymark["db"]) => Promise<void>;
}

export interface Daymark {
  url: string;
  /**
   * Plain HTTP, for requests that the typed clients can't express. Doesn't follow redirects. Every response, here and
   * in the clients below, is checked against the API's description.
   */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** Like `fetch`, but the Worker sees an https:// URL, as on Cloudflare. */
  fetchSecurely(path: string, init?: RequestInit): Promise<Response>;
  /** Signs an administrator's ID token, valid unless claims or header override something. */
  token: TokenIssuer["token"];
  poolKeys: TokenIssuer["keys"];
  /** Controls the response to SignUp, and counts its calls. */
  signUp: TokenIssuer["signUp"];
  issuer: string;
  administrator: Client;
  visitor: Client;
  db: Database;
  /** All sent emails, parsed. Empty for a test that starts its own mail service. */
  mails(): ReturnType<typeof mailsOf>;
  /** It has what the binding of Cloudflare's Email Service got, with `emailBinding: "recorded"`. */
  emailService: EmailService;
  files: StoredFiles;
  /** The lines of the Worker's log. */
  logs: string[];
  /** Runs the cron with `minute` as its scheduled time. */
  runCron(minute: string): Promise<void>;
  /** Delivers a batch to the Worker directly, without the queue, and returns the outcome. */
  deliver(
    queue: "daymark-datapoints" | "daymark-collection" | "daymark-mail",
    bodies: unknown[],
  ): Promise<QueueOutcome>;
  /** Like `deliver`, for any queue and for messages with earlier attempts. */
  deliverMessages(
    queue: string,
    messages: { id: string; attempts: number; body: unknown }[],
  ): Promise<QueueOutcome>;
  /** The time of the Worker's clock, in milliseconds since the epoch. */
  now(): number;
  /** Sets the clock of a `faulty-worker`, and of its tokens, to a time in milliseconds since the epoch, from which it goes on. */
  setClock(time: number): Promise<void>;
  /** Sets the clock of a `faulty-worker`, and of its tokens, so many milliseconds ahead of where it was after the last reset. */
  setClockAhead(ms: number): Promise<void>;
  /**
   * Empties D1, R2, mailboxes and the log, and a `faulty-worker`'s queues, and ends its faults, so that tests can share a Worker. Its
   * memory stays, such as its caches.
   * @param laterMs moves the clock of a `faulty-worker`, and of its tokens, to so much later than it ever was: two days expire what the
   *   Worker caches. Without it, the clock shows the real time.
   * @param upgradeFrom as for `startDaymark`
   * @returns whether its clock has shown a time that is still to come: it may remember things until then
   */
  reset(options?: { laterMs?: number; upgradeFrom?: OlderVersion }): Promise<{ remembersFuture: boolean }>;
  stop(): Promise<void>;
}

/** Workers of this process that no test file uses. */
const idle = { worker: [] as Daymark[], "faulty-worker": [] as Daymark[] };

/**
 * Starts the built Worker in workerd with an empty D1 and R2, a mail service and a token issuer. If no option but `build` is
 * given, files of one process share Workers, because starting and warming one up takes longer than many files do: each file
 * begins with an empty one, which has no rate limits.
 */
export async function startDaymark(options: Options = {}): Promise<Daymark> {
  const { build = "worker", ...others } = options;
  if (build === "counting-worker" || Object.keys(others).length > 0) return startNew(options);
  return share(idle[build], () => startNew({ build, rates: "unlimited" }));
}

interface Shareable {
  reset(): Promise<{ remembersFuture: boolean }>;
  stop(): Promise<void>;
}

/** Empties an idle one, or starts one. Stopping it makes it idle. */
export async function share<T extends Shareable>(idle: T[], start: () => Promise<T>): Promise<T> {
  const one = (await emptyIdle(idle)) ?? (await start());
  return { ...one, stop: async () => void idle.push(one) };
}

async function emptyIdle<T extends Shareable>(idle: T[]): Promise<T | undefined> {
  const one = idle.pop();
  if (!one) return undefined;
  // A test can leave a Worker that refuses every write, for example because anyone could sign up.
  const isUsable = await one.reset().then(
    ({ remembersFuture }) => !remembersFuture,
    () => false,
  );
  if (isUsable) return one;
  await one.stop();
  return undefined;
}

async function startNew({
  build = "worker",
  vars = {},
  rates = {},
  port = 0,
  stateDir,
  pool: sharedPool,
  hosts = {},
  emailBinding = "simulated",
  upgradeFrom,
  prepare,
}: Options): Promise<Daymark> {
  const pool = sharedPool ?? (await startTokenIssuer());
  // A test with an endpoint of its own starts the service itself, to record its calls.
  const mail = vars.SES_ENDPOINT ? undefined : await startMailService();
  const logs: string[] = [];
  const worker = await daymarkWorker(
    {
      ...workerVars(pool),
      // These credentials must never reach the real CloudWatch, so the default endpoint refuses connections.
      ...(mail && { ...mailVars(mail.endpoint), CLOUDWATCH_ENDPOINT: "http://127.0.0.1:9" }),
      ...vars,
    },
    { build, port, rates },
  );
  const mf = new Miniflare({
    cf: false,
    ...(stateDir !== undefined && { d1Persist: join(stateDir, "d1"), r2Persist: join(stateDir, "r2") }),
    handleStructuredLogs: ({ message }: { message: string }) => void logs.push(message),
    workers: [
      {
        ...withEmailService(worker, emailBinding),
        ...(Object.keys(hosts).length > 0 && { outboundService: standInFor(hosts) }),
      },
      directAccessWorker(worker),
      ...(emailBinding === "recorded" ? [emailServiceWorker(worker)] : []),
    ],
  });
  const { db, files, scheduled, queue, deleteFiles } = await directAccess(mf);
  if (upgradeFrom) await fillOlderVersion(db, upgradeFrom);
  await prepare?.(db);
  const isEmpty = !upgradeFrom && !prepare && stateDir === undefined;
  await (isEmpty ? createNewestSchema(db) : migrate(db));
  const url = (await mf.unsafeGetDirectURL("daymark")).origin;
  const checkResponse = await loadResponseCheck(url);
  const checkedFetch: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    await checkResponse(init?.method ?? "GET", response, init?.body);
    return response;
  };

  const deliverMessages: Daymark["deliverMessages"] = (name, messages) => queue({ queue: name, messages });

  let startAheadMs = 0;
  async function setOffset(ms: number): Promise<void> {
    pool.clock.aheadMs = ms;
    await fetch(new URL("/api/health", url), { headers: { "x-test-ahead": String(ms) } });
  }

  return {
    url,
    fetch: (path, init) => checkedFetch(new URL(path, url), { redirect: "manual", ...init }),
    async fetchSecurely(path, init) {
      const worker = await mf.getWorker("daymark");
      const address = new URL(path, url.replace("http:", "https:")).href;
      // Miniflare has its own types for requests and responses.
      const options = { redirect: "manual", ...init } as Parameters<typeof worker.fetch>[1];
      return (await worker.fetch(address, options)) as unknown as Response;
    },
    token: pool.token,
    poolKeys: pool.keys,
    signUp: pool.signUp,
    issuer: pool.issuer,
    administrator: client(url, pool.token, checkedFetch),
    visitor: client(url, undefined, checkedFetch),
    db,
    mails: async () => (mail ? mailsOf(mail.endpoint) : []),
    emailService: emailService(mf),
    files,
    logs,
    async runCron(minute) {
      const { outcome } = await scheduled(minute);
      if (outcome !== "ok") throw new Error(`The cron ended with ${outcome}: ${logs.at(-1)}`);
    },
    deliver: (queue, bodies) =>
      deliverMessages(
        queue,
        bodies.map((body, n) => ({ id: `message-${n}`, attempts: 1, body })),
      ),
    deliverMessages,
    now: () => Date.now() + pool.clock.aheadMs,
    setClock: (time) => setOffset(time - Date.now()),
    setClockAhead: (ms) => setOffset(startAheadMs + ms),
    async reset({ laterMs, upgradeFrom: olderVersion } = {}) {
      let remembersFuture = false;
      if (build === "faulty-worker") {
        const headers: HeadersInit = laterMs === undefined ? {} : { "x-test-later": String(laterMs) };
        const response = await fetch(new URL("/x-test-reset", url), { headers });
        const { aheadMs, latestMs }: Reset = await response.json();
        startAheadMs = aheadMs;
        pool.clock.aheadMs = aheadMs;
        remembersFuture = latestMs > Date.now() + aheadMs;
      }
      // The Worker would trust what it has read for another second. After a write of its own, it reads the database again. The
      // response isn't checked, because a test can store what no client can.
      if (laterMs === undefined) {
        // An unfinished restore would refuse the write. A test can have dropped the table.
        await db.exec("DELETE FROM archive_restores").catch(() => undefined);
        await answer(client(url, pool.token, fetch).settings.$patch({ json: { serviceName: "Emptied" } }));
      }
      await deleteFiles();
      if (olderVersion || !(await emptyNewestSchema(db))) {
        await dropEverything(db);
        if (olderVersion) await fillOlderVersion(db, olderVersion);
        await (olderVersion ? migrate(db) : createNewestSchema(db));
      }
      if (emailBinding === "recorded") await emailService(mf).empty();
      emptyMailboxes();
      logs.length = 0;
      return { remembersFuture };
    },
    async stop() {
      await mf.dispose();
      await Promise.all([sharedPool ? undefined : pool.stop(), mail?.stop()]);
    },
  };
}

async function fillOlderVersion(db: Database, { migration, statements }: OlderVersion): Promise<void> {
  await migrate(db, migration);
  await db.batch(statements.map((statement) => db.prepare(statement)));
}

function isLoopback({ hostname }: URL): boolean {
  return hostname === "localhost" || hostname === "[::1]" || hostname.startsWith("127.");
}

/** Every request that leaves the Worker passes here. */
function standInFor(hosts: Record<string, string>) {
  return async (request: MiniflareRequest) => {
    const url = new URL(request.url);
    const local = hosts[url.host];
    if (local === undefined && !isLoopback(url)) return new MiniflareResponse("", { status: 599 });
    const address = local === undefined ? url : new URL(url.pathname + url.search, local);
    const hasBody = request.method !== "GET" && request.method !== "HEAD";
    const response = await fetch(address, {
      method: request.method,
      headers: [...request.headers].filter(([name]) => name !== "host" && name !== "content-length"),
      redirect: "manual",
      ...(hasBody && { body: await request.arrayBuffer() }),
    });
    const { status, headers } = response;
    return new MiniflareResponse(await response.arrayBuffer(), { status, headers: [...headers] });
  };
}
