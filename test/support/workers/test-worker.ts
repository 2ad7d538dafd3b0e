import { app } from "../../../worker/api.ts";
import { invalidate } from "../../../worker/cache/memory.ts";
import { descriptionOf } from "../../../worker/http/call.ts";
import worker from "../../../worker/index.ts";
import { memoryBytes } from "../../../worker/shared/bounded-memory.ts";
import type { Effect } from "../../../worker/storage/db.ts";
import { billed, readBill, recordDelivery, withBill, withBilledTasks } from "./bill.ts";
import {
  resetQueueFaults,
  setQueueFaults,
  takeQueueReport,
  withFaultyQueues,
  withQueueFaults,
} from "./faulty-queues.ts";

/** What a deployment has beside the bindings. */
export interface Setup {
  /** Override variables. */
  vars: Record<string, unknown>;
  /** False for an installation that didn't ask for Cloudflare's Email Service. */
  hasEmailBinding: boolean;
  countsRows: boolean;
  /** How often each rate limit lets a key pass, by the name of its binding. The others have no limit. */
  rates: Record<string, number>;
}

let setup: Setup = { vars: {}, hasEmailBinding: true, countsRows: false, rates: {} };

/**
 * The Worker of the tests: the product's, with faults on demand. These request headers inject faults into the request:
 * - `x-test-break-d1: 3` fails the third statement, alone or in a batch. `all` makes D1 unreachable, with the message in
 *   `x-test-break-message` if it has one. `hang` never responds, `hang-batches` only to batches. `after-write` runs the first
 *   batch that writes, then loses its response and D1.
 * - `x-test-break-r2: all` makes R2 unreachable. `x-test-slow-r2: 600` delays each R2 call by so many milliseconds.
 * - `x-test-slow-d1: 600` delays each D1 call by so many milliseconds.
 * - `x-test-before-batch: UPDATE …` runs this SQL, like another client, before the request's first batch.
 *   `x-test-before-cron-batch` does the same in the next cron run.
 * - `x-test-break-binding: KEY_RATE` fails every call of that binding, with the message in `x-test-break-message`.
 * - `x-test-gather: 1000` delays snapshot reads until that many requests with this header have come.
 *
 * These change the Worker for later requests, too:
 * - `x-test-now: 2001-01-01T23:59:59.900Z` stops the clock until the next request.
 * - `x-test-ahead: 3600000` sets the clock ahead by so many milliseconds, for queues and the cron too.
 * - `x-test-slow-timers: 60` multiplies all timer delays until the next request, so that none fires on a busy machine.
 * - `x-test-break-records: 2` fails the next two statements with which queue runs record deliveries. `x-test-break-audit: 2` does
 *   the same with those that complete entries of the audit log.
 * - `x-test-hold-exports: on` makes the next cron run wait before it stores a page of a nightly export, until `off`.
 * - faulty-queues.ts has those for runs of queues and the cron.
 *
 * Response headers tell what happened:
 * - `x-test-statements`: D1 statements of the request. `x-test-rows`: the rows that they read, if the setup counts rows.
 * - `x-test-sessions`: the arguments of its `withSession` calls.
 * - `x-test-queued`: messages sent to the email queue before the response.
 * - `x-test-snapshots`, `x-test-key-sets`, `x-test-snapshot-reads`: R2 writes of pages and of the user pool's key set,
 *   and R2 reads of pages, since the last reset.
 * - `x-test-held-bytes`: the size of all memories of the isolate.
 * - `x-test-held-exports`: the cron runs that wait.
 *
 * /x-test-reset ends all faults, forgets all counts, drops the messages that are in queues, and responds when no queue run is running.
 * With `x-test-later: 3600000`, the clock goes on from so many milliseconds after the latest time that it showed. Otherwise it shows
 * the real time again. The response is how far it is ahead.
 *
 * POST /x-test-deploy starts a new deployment with a `Setup`: see tools/build/redeployable.ts. It drops the messages that are in queues.
 *
 * /x-bill returns what Cloudflare bills since the first such request: see bill.ts.
 *
 * /x-test-purges lists all cache purges since the last reset, /x-test-routes lists the routes, /x-test-writes their declared
 * effects and entries in the audit log, and /x-test-cron the rows that each statement of the last cron run read.
 */
export default {
  async fetch(request, bindings, ctx) {
    // A request can have an invalid host.
    const pathname = URL.parse(request.url)?.pathname;
    if (pathname === "/x-test-deploy") {
      setup = await request.json();
      if (!setup.hasEmailBinding) setup.vars.EMAIL = undefined;
      return new Response();
    }
    if (pathname === "/x-bill") return Response.json(await readBill());
    setQueueFaults(request);
    if (pathname === "/x-test-purges") return Response.json(state.purges);
    if (pathname === "/x-test-routes") return Response.json(listRoutes());
    if (pathname === "/x-test-writes") return Response.json(listDeclaredWrites());
    if (pathname === "/x-test-cron") return Response.json(state.lastCron);
    now = Date.parse(request.headers.get("x-test-now") ?? "") || undefined;
    clockOffsetMs = Number(request.headers.get("x-test-ahead") ?? clockOffsetMs);
    latestMs = Math.max(latestMs, Date.now());
    gather(Number(request.headers.get("x-test-gather")));
    timerFactor = Number(request.headers.get("x-test-slow-timers") ?? 1);
    if (pathname === "/x-test-queues") return Response.json(takeQueueReport());
    const r2 = request.headers.get("x-test-break-r2");
    const { failing, sqlBeforeCronBatch, areExportsHeld } = state;
    failing.records = Number(request.headers.get("x-test-break-records") ?? failing.records);
    failing.audit = Number(request.headers.get("x-test-break-audit") ?? failing.audit);
    state.sqlBeforeCronBatch = request.headers.get("x-test-before-cron-batch") ?? sqlBeforeCronBatch;
    state.areExportsHeld =
      (request.headers.get("x-test-hold-exports") ?? (areExportsHeld ? "on" : "off")) === "on";
    if (pathname === "/x-test-reset") {
      state = emptyState();
      invalidate(); // Otherwise the Worker would trust the content version for another second.
      resetQueueFaults();
      droppedUntil = RealDate.now();
      while (queueRuns > 0) await new Promise((resolve) => realSetTimeout(resolve, 5));
      const laterMs = request.headers.get("x-test-later");
      clockOffsetMs = laterMs === null ? 0 : latestMs + Number(laterMs) - RealDate.now();
      return Response.json(clockOffsetMs);
    }
    const env = envOf(bindings);
    const stats: Stats = {
      statements: 0,
      rows: 0,
      rowsByStatement: {},
      sessions: [],
      sqlBeforeBatch: request.headers.get("x-test-before-batch"),
      delayMs: Number(request.headers.get("x-test-slow-d1")),
      isD1Lost: false,
    };
    let queued = 0;
    const queues = withFaultyQueues(env);
    const faulty = {
      ...queues,
      MAIL: new Proxy(queues.MAIL, {
        get:
          (target, name) =>
          (...args: unknown[]) => {
            if (name === "send") queued += 1;
            return call(target, name, args);
          },
      }),
      DB: faultyDatabase(
        withFailing("audit", env.DB),
        request.headers.get("x-test-break-d1"),
        stats,
        request.headers.get("x-test-break-message"),
      ),
      FILES:
        r2 === null
          ? withCountedCalls(env.FILES, Number(request.headers.get("x-test-slow-r2")))
          : unreachable<R2Bucket>("get: Unspecified error (0)"),
      ...findBrokenBinding(request),
    };
    const response = await billed(() => worker.fetch(request, faulty, withBilledTasks(withCache(ctx))));
    const headers = new Headers(response.headers);
    headers.set("x-test-statements", `${stats.statements}`);
    headers.set("x-test-rows", `${stats.rows}`);
    headers.set("x-test-sessions", stats.sessions.join());
    headers.set("x-test-snapshots", `${state.puts.snapshots}`);
    headers.set("x-test-snapshot-reads", `${state.snapshotReads}`);
    headers.set("x-test-key-sets", `${state.puts["sign-in"]}`);
    headers.set("x-test-held-bytes", `${memoryBytes()}`);
    headers.set("x-test-queued", `${queued}`);
    headers.set("x-test-held-exports", `${heldExports}`);
    return new Response(response.body, { status: response.status, headers });
  },
  scheduled(event, bindings, ctx) {
    const env = envOf(bindings);
    state.lastCron = {};
    const stats: Stats = {
      statements: 0,
      rows: 0,
      rowsByStatement: state.lastCron,
      sessions: [],
      sqlBeforeBatch: state.sqlBeforeCronBatch,
      delayMs: 0,
      isD1Lost: false,
    };
    state.sqlBeforeCronBatch = null;
    const faulty = withQueueFaults({
      ...env,
      DB: faultyDatabase(env.DB, null, stats),
      FILES: withHeldExports(env.FILES),
    });
    return billed(() => worker.scheduled(event, faulty, withBilledTasks(withCache(ctx))));
  },
  async queue(batch, bindings) {
    const env = envOf(bindings);
    recordDelivery(batch);
    const messages = batch.messages.filter(({ timestamp }) => timestamp.getTime() >= droppedUntil);
    if (messages.length === 0) return; // That acknowledges them.
    const kept = new Proxy(batch, {
      get: (target, name) => (name === "messages" ? messages : Reflect.get(target, name)),
    });
    queueRuns += 1;
    try {
      await billed(() => worker.queue(kept, withQueueFaults({ ...env, DB: withFailing("records", env.DB) })));
    } finally {
      queueRuns -= 1;
    }
  },
} satisfies ExportedHandler<Env, Parameters<typeof worker.queue>[0]["messages"][number]["body"]>;

/** Globals outlive deployments, unlike modules. */
const deployments = globalThis as { newestDeployment?: symbol };
const ownDeployment = Symbol();
deployments.newestDeployment = ownDeployment;

/** Never returns in a deployment that was replaced. What it still does after its last response must not reach the next test file. */
async function waitIfReplaced(): Promise<void> {
  if (deployments.newestDeployment !== ownDeployment) await new Promise(() => {});
}

function envOf(bindings: Env): Env {
  return withBill({ ...bindings, ...setup.vars, ...limiters() });
}

/** These take the place of Miniflare's, so that no test depends on when a minute ends: theirs end with a reset. */
function limiters(): Partial<Env> {
  return Object.fromEntries(
    Object.entries(setup.rates).map(([name, limit]) => [
      name,
      {
        limit: async ({ key }: RateLimitOptions): Promise<RateLimitOutcome> => {
          const uses = state.uses.get(`${name} ${key}`) ?? 0;
          if (uses < limit) state.uses.set(`${name} ${key}`, uses + 1);
          return { success: uses < limit };
        },
      },
    ]),
  );
}

function findBrokenBinding(request: Request): Partial<Env> {
  const name = request.headers.get("x-test-break-binding");
  const message = request.headers.get("x-test-break-message") ?? "";
  return name === null ? {} : { [name]: unreachable(message) };
}

/** Lists routes like `GET /api/incidents/:incidentID`. */
function listRoutes(): string[] {
  const all = app.routes
    .filter(({ method }) => method !== "ALL")
    .map(({ method, path }) => `${method} ${path}`);
  return [...new Set(all)];
}

/** Lists the declared effects of each route. */
function listDeclaredWrites(): Record<
  string,
  { effects: Effect[]; audit: string; writesWhileRestoring: boolean }
> {
  return Object.fromEntries(
    app.routes.flatMap(({ method, path, handler }) => {
      const { writes: effects, audit, writesWhileRestoring = false } = descriptionOf(handler);
      const entries = audit?.map(({ kind, action }) => `${kind} ${action}`).join(", ");
      const entry = entries === "" ? "not audited" : (entries ?? "undeclared");
      return effects ? [[`${method} ${path}`, { effects, audit: entry, writesWhileRestoring }]] : [];
    }),
  );
}

interface Stats {
  statements: number;
  /** Rows read, as D1 reports them. */
  rows: number;
  rowsByStatement: Record<string, number>;
  sessions: string[];
  /** The SQL that runs before the next batch. */
  sqlBeforeBatch: string | null;
  /** The delay of each D1 call. */
  delayMs: number;
  isD1Lost: boolean;
}

/** A reset replaces it. The clock and the runs under way outlive resets. */
let state = emptyState();

function emptyState() {
  return {
    sqlBeforeCronBatch: null as string | null,
    /** The rows that each statement of the last cron run read. */
    lastCron: {} as Stats["rowsByStatement"],
    failing: { records: 0, audit: 0 },
    purges: [] as unknown[],
    puts: { snapshots: 0, "sign-in": 0 },
    snapshotReads: 0,
    areExportsHeld: false,
    /** How often a rate limit let a key pass. */
    uses: new Map<string, number>(),
  };
}

const breakable = { records: 'update "deliveries" set "state"', audit: 'update "audit_entries" set' };

function withFailing<T extends Session>(which: keyof typeof breakable, session: T): T {
  return new Proxy(session, {
    get: (target, name) => {
      if (name === "prepare")
        return (statement: string) => {
          const breaks = state.failing[which] > 0 && statement.startsWith(breakable[which]);
          if (breaks) state.failing[which] -= 1;
          return target.prepare(breaks ? "SELECT * FROM a_table_that_does_not_exist" : statement);
        };
      if (name === "withSession" && "withSession" in target)
        return (bookmark?: string) => withFailing(which, target.withSession(bookmark));
      return (...args: unknown[]) => call(target, name, args);
    },
  });
}

let now: number | undefined;
let clockOffsetMs = 0;
/** The latest time that the clock showed to a request. */
let latestMs = 0;
let queueRuns = 0;
const RealDate = Date;
/** Messages that were sent before this real time are dropped. */
let droppedUntil = RealDate.now();
globalThis.Date = class extends RealDate {
  constructor(...args: []) {
    if (args.length === 0) super(now ?? RealDate.now() + clockOffsetMs);
    else super(...args);
  }
  static override now() {
    return now ?? RealDate.now() + clockOffsetMs;
  }
} as DateConstructor;

let timerFactor = 1;
const realSetTimeout = globalThis.setTimeout;
globalThis.setTimeout = ((callback: () => void, delayMs = 0) =>
  realSetTimeout(callback, delayMs * timerFactor)) as typeof setTimeout; // The Worker passes no arguments to its callbacks.

/**
 * A queue run waits for its turn for a second at most. If a test takes the clock back meanwhile, it would wait until the clock is there
 * again, and the next reset would wait for the run.
 */
const MAX_TURN_MS = 5000;
const realWait = scheduler.wait.bind(scheduler);
scheduler.wait = (delayMs, options) => realWait(delayMs > MAX_TURN_MS ? 0 : delayMs, options);

/** Adds a cache that records purges, because workerd has none in front of a Worker. */
function withCache(ctx: ExecutionContext): ExecutionContext {
  const cache = {
    purge: async (options: unknown) => {
      state.purges.push(options);
    },
  };
  return new Proxy(ctx, {
    get: (target, name) => (name === "cache" ? cache : (...args: unknown[]) => call(target, name, args)),
  });
}

let missingRequests = 0;
let allArrived = Promise.withResolvers<void>();
function gather(requests: number): void {
  if (requests === 0) return;
  if (missingRequests === 0) {
    missingRequests = requests;
    allArrived = Promise.withResolvers();
  }
  missingRequests -= 1;
  if (missingRequests === 0) allArrived.resolve();
}

function withCountedCalls(files: R2Bucket, delayMs: number): R2Bucket {
  return new Proxy(files, {
    get:
      (target, name) =>
      async (...args: unknown[]) => {
        await waitIfReplaced();
        const [folder] = String(args[0]).split("/");
        if (name === "get" && folder === "snapshots") {
          state.snapshotReads += 1;
          if (missingRequests > 0) await allArrived.promise;
        }
        if (name === "put" && (folder === "snapshots" || folder === "sign-in")) state.puts[folder] += 1;
        if (delayMs > 0) await new Promise((resolve) => realSetTimeout(resolve, delayMs));
        return call(target, name, args);
      },
  });
}

let heldExports = 0;

/** Only the first run waits, so that later ones overlap with it. */
function withHeldExports(files: R2Bucket): R2Bucket {
  return new Proxy(files, {
    get:
      (target, name) =>
      async (...args: unknown[]) => {
        await waitIfReplaced();
        if (name === "put" && String(args[0]).startsWith("exports/pages/") && heldExports === 0) {
          heldExports += 1;
          while (state.areExportsHeld) await new Promise((resolve) => realSetTimeout(resolve, 10));
          heldExports -= 1;
        }
        return call(target, name, args);
      },
  });
}

function faultyDatabase(
  db: D1Database,
  which: string | null,
  stats: Stats,
  message: string | null = null,
): D1Database {
  if (which === "all") return unreachable<D1Database>(message ?? "D1_ERROR: Network connection lost.");
  if (which === "hang") return unreachable<D1Database>(undefined);
  const broken = Number(which);
  // Counts statements when they run, not when they are prepared. The broken one becomes one that D1 itself refuses.
  const next = (statement: D1PreparedStatement) => {
    stats.statements += 1;
    return stats.statements === broken ? db.prepare("SELECT * FROM a_table_that_does_not_exist") : statement;
  };
  const before = async () => {
    const { sqlBeforeBatch } = stats;
    stats.sqlBeforeBatch = null;
    if (sqlBeforeBatch !== null) await db.prepare(sqlBeforeBatch).run();
    if (which === "hang-batches") await new Promise(() => {});
  };
  const after = (results: D1Result[]) => {
    stats.isD1Lost = which === "after-write" && results.some(({ meta }) => meta.changed_db);
  };
  return faultySession(db, { next, before, after, stats });
}

type Session = D1Database | D1DatabaseSession;

function faultySession<T extends Session>(
  session: T,
  watch: {
    next: (statement: D1PreparedStatement) => D1PreparedStatement;
    /** Runs before each batch. */
    before: () => Promise<void>;
    after: (results: D1Result[]) => void;
    stats: Stats;
  },
): T {
  const { next, before, after, stats } = watch;
  const originals = new WeakMap<object, { statement: D1PreparedStatement; text: string }>();
  const throwIfLost = () => {
    if (stats.isD1Lost) throw new Error("D1_ERROR: Network connection lost.");
  };
  const delayCall = async () => {
    await waitIfReplaced();
    throwIfLost();
    if (stats.delayMs > 0) await new Promise((resolve) => realSetTimeout(resolve, stats.delayMs));
  };
  const countRows = <R extends D1Result>(result: R, text: string): R => {
    stats.rows += result.meta.rows_read;
    stats.rowsByStatement[text] = (stats.rowsByStatement[text] ?? 0) + result.meta.rows_read;
    return result;
  };
  const wrap = (statement: D1PreparedStatement, text: string): D1PreparedStatement => {
    const isSelect = /^\s*select/i.test(text);
    const wrapped = new Proxy(statement, {
      get: (target, name) => {
        if (name === "bind") return (...values: unknown[]) => wrap(target.bind(...values), text);
        return async (...args: unknown[]) => {
          const toRun = next(target);
          await delayCall();
          // D1 doesn't report rows read for `raw`, so the query also runs with `all`.
          if (setup.countsRows && toRun === target && isSelect && name === "raw")
            countRows(await target.all(), text);
          const result = await call(toRun, name, args);
          return name === "all" || name === "run" ? countRows(result as D1Result, text) : result; // D1 types these methods' results.
        };
      },
    });
    originals.set(wrapped, { statement, text });
    return wrapped;
  };
  return new Proxy(session, {
    get: (target, name) => {
      if (name === "prepare") return (text: string) => wrap(target.prepare(text), text);
      if (name === "withSession" && "withSession" in target) {
        return (bookmark?: string) => {
          stats.sessions.push(bookmark ?? "");
          return faultySession(target.withSession(bookmark), watch);
        };
      }
      if (name === "batch") {
        return async (statements: D1PreparedStatement[]) => {
          await before();
          await delayCall();
          const results = await target.batch(
            statements.map((statement) => next(originals.get(statement)?.statement ?? statement)),
          );
          after(results);
          throwIfLost();
          return results.map((result, n) => {
            const statement = statements[n];
            return countRows(result, (statement && originals.get(statement)?.text) ?? "");
          });
        };
      }
      return (...args: unknown[]) => call(target, name, args);
    },
  });
}

/** @param message the error of each call; without one, no call ever ends */
function unreachable<T extends object>(message: string | undefined): T {
  // Every method rejects, so the target is never used.
  return new Proxy({} as T, {
    get: (_, name) => {
      if (name === "withSession") return () => unreachable(message);
      if (name === "prepare" || name === "bind") return () => unreachable(message);
      return () => (message === undefined ? new Promise(() => {}) : Promise.reject(new Error(message)));
    },
  });
}

function call(target: object, name: string | symbol, args: unknown[]): unknown {
  return Reflect.apply(Reflect.get(target, name), target, args);
}
