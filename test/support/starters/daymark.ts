import { basename, dirname, join } from "node:path";
import type { Request as MiniflareRequest, WorkerOptions } from "miniflare";
import { answer, type Client, client } from "../../../tools/demo/client.ts";
import { startMailService } from "../../../tools/start/mail-service.ts";
import { migrate } from "../../../tools/start/migrations.ts";
import { Miniflare, MiniflareResponse } from "../../../tools/start/miniflare.ts";
import { configuredRates, daymarkWorker, type Rates, type Vars } from "../../../tools/start/workers.ts";
import { startTokenIssuer, type TokenIssuer } from "../fakes/fake-token-issuer.ts";
import { loadResponseCheck } from "../readers/check-response.ts";
import { mailsOf, mailVars } from "../readers/mail.ts";
import { emptyMailboxes } from "../readers/mailbox.ts";
import type { StoredFiles } from "../readers/stored-files.ts";
import type { Setup } from "../workers/test-worker.ts";
import { type Database, directAccess, directAccessWorker, type QueueOutcome } from "./direct-access.ts";
import { dropEverything } from "./drop-everything.ts";
import { type EmailService, emailService, emailServiceWorker, withEmailService } from "./email-service.ts";
import { createNewestSchema, emptyNewestSchema } from "./newest-schema.ts";
import { workerVars } from "./worker-vars.ts";

export { answer };

interface Options {
  /** False for a workerd of its own, for a test that measures one, or that needs a database without free pages. */
  shared?: false;
  /** `worker` is the product's own build, without faults. It is never shared. */
  build?: "test-worker" | "worker";
  /** Override wrangler.toml's variables. */
  vars?: Vars;
  /** STATUS_PAGE_URL is the Worker's own address. */
  isStatusPage?: boolean;
  /** Counts the rows that each request reads: see `x-test-rows`. A count runs each query twice. */
  countsRows?: boolean;
  /** The addresses of local servers that stand in for hosts, such as `hooks.slack.com`. */
  hosts?: Record<string, string>;
  /** A certificate that the Worker trusts when it connects with TLS, in PEM. Such a Worker is never shared. */
  trusts?: string;
  /** A token issuer that outlives this Worker. By default it gets its own. */
  pool?: TokenIssuer;
  /**
   * The rate limits are those of wrangler.toml, but for these: requests per minute, by name. The build `test-worker` has none without
   * this option, and a minute that ends with a reset.
   */
  rates?: Rates;
  /** Stores D1 and R2 in this folder, for a Worker that is started again. By default they are in memory. */
  stateDir?: string;
  /**
   * The binding of Cloudflare's Email Service: Miniflare's simulator, the same behind a recorder with errors on demand, or
   * none, as in an installation that didn't ask for it. The default is the simulator.
   */
  emailBinding?: "simulated" | "recorded" | "none";
  /** JavaScript that runs before the Worker's own, with `build: "worker"`. */
  prelude?: string;
}

export interface Daymark {
  url: string;
  /** Deploys the Worker again with these variables, for the build `test-worker`. It remembers nothing; D1 and R2 stay. */
  deploy(vars: Vars): Promise<void>;
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
  /** Sets the clock of the Worker, and of its tokens, to a time in milliseconds since the epoch, from which it goes on. */
  setClock(time: number): Promise<void>;
  /** Sets the clock of the Worker, and of its tokens, so many milliseconds ahead of where it was after the last reset. */
  setClockAhead(ms: number): Promise<void>;
  /**
   * Empties D1, R2, queues, mailboxes and the log, and ends all faults, so that tests can share a Worker, which must be the build
   * `test-worker`. Its memory stays, such as its caches, but it reads the content version again.
   * @param laterMs moves the clock of the Worker, and of its tokens, to so much later than it ever was: two days expire what the
   *   Worker caches. Without it, the clock shows the real time.
   */
  reset(options?: { laterMs?: number }): Promise<void>;
  stop(): Promise<void>;
}

type Instance = Awaited<ReturnType<typeof startInstance>>;

/** The started Workers of this process that no file uses. Requests of those with stand-ins for hosts pass through this process. */
const idle = { direct: [] as Instance[], withStandIns: [] as Instance[] };

/**
 * Starts the Worker in workerd with an empty D1 and R2, a mail service and a token issuer. Files of one process share workerd, because
 * a start takes longer than many files do. Each file begins with a new deployment of the Worker, which remembers nothing.
 */
export async function startDaymark(options: Options = {}): Promise<Daymark> {
  const {
    build = "test-worker",
    vars = {},
    isStatusPage = false,
    countsRows = false,
    rates = build === "worker" ? {} : "unlimited",
    hosts,
  } = options;
  const pool = options.pool ?? (await startTokenIssuer());
  // A test with an endpoint of its own starts the service itself, to record its calls.
  const mail = vars.SES_ENDPOINT ? undefined : await startMailService();
  const allVars: Vars = {
    ...workerVars(pool),
    // These credentials must never reach the real CloudWatch, so the default endpoint refuses connections.
    ...(mail && { ...mailVars(mail.endpoint), CLOUDWATCH_ENDPOINT: "http://127.0.0.1:9" }),
    ...vars,
  };
  const { shared = true, stateDir, emailBinding = "simulated" } = options;
  // Only these options take a workerd of their own.
  const canShare =
    shared &&
    build === "test-worker" &&
    stateDir === undefined &&
    emailBinding !== "recorded" &&
    options.trusts === undefined;
  const idleInstances = hosts ? idle.withStandIns : idle.direct;
  const idleInstance = canShare ? idleInstances.pop() : undefined;
  const instance =
    idleInstance ??
    (await startInstance(
      canShare
        ? { build, ...(hosts && { hosts }), rates: "unlimited" }
        : { ...options, build, vars: allVars, rates: build === "worker" ? rates : "unlimited" },
    ));
  const { mf, url, db, files, logs } = instance;
  instance.standIns = hosts ?? {};
  if (idleInstance) {
    await fetch(new URL("/x-test-reset", url));
    await instance.empty();
  }
  async function deploy(otherVars: Vars): Promise<void> {
    const setup: Setup = {
      vars: { ...allVars, ...(isStatusPage && { STATUS_PAGE_URL: url }), ...otherVars },
      hasEmailBinding: emailBinding !== "none",
      countsRows,
      rates: rates === "unlimited" ? {} : { ...(await configuredRates(build)), ...rates },
    };
    await fetch(new URL("/x-test-deploy", url), { method: "POST", body: JSON.stringify(setup) });
  }
  if (build === "test-worker") await deploy({});
  const checkResponse = await loadResponseCheck(url);
  const checkedFetch: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    await checkResponse(init?.method ?? "GET", response, init?.body);
    return response;
  };

  const deliverMessages: Daymark["deliverMessages"] = (name, messages) =>
    instance.queue({ queue: name, messages });

  let startAheadMs = 0;
  async function setOffset(ms: number): Promise<void> {
    pool.clock.aheadMs = ms;
    await fetch(new URL("/api/health", url), { headers: { "x-test-ahead": String(ms) } });
  }

  return {
    url,
    deploy,
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
      const { outcome } = await instance.scheduled(minute);
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
    async reset({ laterMs } = {}) {
      const headers: HeadersInit = laterMs === undefined ? {} : { "x-test-later": String(laterMs) };
      startAheadMs = Number(await (await fetch(new URL("/x-test-reset", url), { headers })).text());
      pool.clock.aheadMs = startAheadMs;
      await instance.empty();
      if (emailBinding === "recorded") await emailService(mf).empty();
    },
    async stop() {
      if (canShare) idleInstances.push(instance);
      else await mf.dispose();
      await Promise.all([options.pool ? undefined : pool.stop(), mail?.stop()]);
    },
  };
}

async function startInstance({
  build = "test-worker",
  vars = {},
  rates = {},
  stateDir,
  hosts,
  trusts,
  emailBinding = "simulated",
  prelude,
}: Options) {
  const logs: string[] = [];
  const worker = await daymarkWorker(vars, { build, rates });
  if (prelude !== undefined) addPrelude(worker, prelude);
  const running = { standIns: hosts ?? {} };
  const mf = new Miniflare({
    cf: false,
    ...(stateDir !== undefined && { d1Persist: join(stateDir, "d1"), r2Persist: join(stateDir, "r2") }),
    handleStructuredLogs: ({ message }: { message: string }) => void logs.push(message),
    workers: [
      {
        ...withEmailService(worker, emailBinding === "recorded"),
        ...(trusts !== undefined && { outboundService: loopbackTrusting(trusts) }),
        ...(hosts && { outboundService: standInFor(running) }),
      },
      directAccessWorker(worker),
      ...(emailBinding === "recorded" ? [emailServiceWorker(worker)] : []),
    ],
  });
  const { db, deleteFiles, ...access } = await directAccess(mf);
  await (stateDir === undefined ? createNewestSchema(db) : migrate(db));
  const { origin } = await mf.unsafeGetDirectURL("daymark");
  return Object.assign(running, {
    mf,
    db,
    logs,
    url: origin,
    ...access,
    /** Empties D1, R2, mailboxes and the log. */
    async empty(): Promise<void> {
      await deleteFiles();
      if (!(await emptyNewestSchema(db))) {
        await dropEverything(db);
        await createNewestSchema(db);
      }
      emptyMailboxes();
      logs.length = 0;
    },
  });
}

/** @see https://github.com/cloudflare/workerd/blob/main/src/workerd/server/workerd.capnp (TlsOptions) */
function loopbackTrusting(certificate: string) {
  return { network: { allow: ["local"], tlsOptions: { trustedCertificates: [certificate] } } };
}

/** Makes the first module one that imports the prelude before the bundle. */
function addPrelude({ modules }: WorkerOptions, prelude: string): void {
  const list = modules as { type: "ESModule"; path: string; contents?: string }[]; // daymarkWorker lists them.
  const [main] = list;
  if (!main) return;
  const besideMain = (name: string, contents: string) => ({
    type: "ESModule" as const,
    path: join(dirname(main.path), name),
    contents,
  });
  const whole = `import "./prelude.js"; export { default } from "./${basename(main.path)}";`;
  list.unshift(besideMain("with-prelude.js", whole), besideMain("prelude.js", prelude));
}

function isLoopback({ hostname }: URL): boolean {
  return hostname === "localhost" || hostname === "[::1]" || hostname.startsWith("127.");
}

/** Every request that leaves the Worker passes here. */
function standInFor(running: { standIns: Record<string, string> }) {
  return async (request: MiniflareRequest) => {
    const url = new URL(request.url);
    const local = running.standIns[url.host];
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
