import { app } from "../../../worker/api.ts";
import { memoryBytes } from "../../../worker/cache/bounded-memory.ts";
import worker from "../../../worker/index.ts";
import { descriptionOf } from "../../../worker/openapi/call.ts";
import type { Effect } from "../../../worker/storage/db.ts";
import { noteQueueFaults, takeQueueReport, withFaultyQueues, withQueueFaults } from "./faulty-queues.ts";

/**
 * The Worker with faults on demand, by request headers:
 * `x-test-break-d1: 3` makes the third statement of the request fail, whether it stands alone or in a batch;
 * `x-test-break-d1: all` makes D1 unreachable, `x-test-break-r2: all` R2; `hang` leaves D1 without an answer,
 * and `hang-batches` its batches; `after-write` runs the first batch that writes, and then loses its answer and D1; `x-test-slow-d1: 600` has each round trip to it take so many milliseconds;
 * `x-test-meanwhile: UPDATE …` is what somebody else does just before the request's first batch, and
 * `x-test-meanwhile-cron` before that of the next cron's run;
 * `x-test-now: 2001-01-01T23:59:59.900Z` stops the clock there, until the next request;
 * `x-test-gather: 1000` holds snapshot reads until that many requests have come with it;
 * `x-test-slow-timers: 60` multiplies the delay of each timer, until the next request, so that none fires on a busy machine;
 * `x-test-ahead: 3600000` has it go so many milliseconds ahead from now on, for the queue and the cron too.
 *
 * `x-test-break-records: 2` makes that many of the next statements fail by which queues' runs record what became of
 * mails.
 *
 * `x-test-break-binding: KEY_RATE` makes every call of that binding fail, with the message in `x-test-break-message`.
 *
 * The faults of queues' and the cron's runs are in faulty-queues.ts.
 *
 * /x-test-routes is a list of its routes, /x-test-writes the effects that those declare, and /x-test-cron how many rows each statement of the cron's last run read. Its
 * answers tell what happened, in headers:
 * `x-test-statements`, how many statements the request ran on D1, and `x-test-rows`, how many rows they read there;
 * `x-test-sessions`, how its sessions began; `x-test-snapshots` and `x-test-key-sets`, how often pages and the user
 * pool's key set were put into R2 since it started; `x-test-snapshot-reads`, how often pages were read there;
 * `x-test-queued`, how many messages the request put into the queue of mails before it was answered;
 * `x-test-held-bytes`, what all memories of the isolate hold, as they count it;
 * `x-test-purges`, what the Worker has had the cache in front of it forget since it started, a JSON list.
 */
export default {
  async fetch(request, env, ctx) {
    noteQueueFaults(request);
    if (new URL(request.url).pathname === "/x-test-routes") return Response.json(routes());
    if (new URL(request.url).pathname === "/x-test-writes") return Response.json(declaredWrites());
    if (new URL(request.url).pathname === "/x-test-cron") return Response.json(lastCron);
    now = Date.parse(request.headers.get("x-test-now") ?? "") || undefined;
    ahead = Number(request.headers.get("x-test-ahead") ?? ahead);
    gather(Number(request.headers.get("x-test-gather")));
    timerFactor = Number(request.headers.get("x-test-slow-timers") ?? 1);
    if (new URL(request.url).pathname === "/x-test-queues") return Response.json(takeQueueReport());
    const r2 = request.headers.get("x-test-break-r2");
    brokenRecords = Number(request.headers.get("x-test-break-records") ?? brokenRecords);
    meanwhileCron = request.headers.get("x-test-meanwhile-cron") ?? meanwhileCron;
    const told: Told = {
      statements: 0,
      rows: 0,
      rowsOf: {},
      sessions: [],
      meanwhile: request.headers.get("x-test-meanwhile"),
      slow: Number(request.headers.get("x-test-slow-d1")),
      lost: false,
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
      DB: watchedDatabase(env.DB, request.headers.get("x-test-break-d1"), told),
      FILES: r2 === null ? withCountedCalls(env.FILES) : unreachable<R2Bucket>("get: Unspecified error (0)"),
      ...brokenBinding(request),
    };
    const response = await worker.fetch(request, faulty, withCache(ctx));
    const headers = new Headers(response.headers);
    headers.set("x-test-statements", `${told.statements}`);
    headers.set("x-test-rows", `${told.rows}`);
    headers.set("x-test-sessions", told.sessions.join());
    headers.set("x-test-snapshots", `${puts.snapshots}`);
    headers.set("x-test-snapshot-reads", `${snapshotReads}`);
    headers.set("x-test-key-sets", `${puts["sign-in"]}`);
    headers.set("x-test-held-bytes", `${memoryBytes()}`);
    headers.set("x-test-queued", `${queued}`);
    headers.set("x-test-purges", JSON.stringify(purges));
    return new Response(response.body, { status: response.status, headers });
  },
  scheduled(event, env, ctx) {
    lastCron = {};
    const told: Told = {
      ...{ statements: 0, rows: 0, rowsOf: lastCron, sessions: [], meanwhile: meanwhileCron, slow: 0 },
      lost: false,
    };
    meanwhileCron = null;
    const faulty = withQueueFaults({ ...env, DB: watchedDatabase(env.DB, null, told) });
    return worker.scheduled(event, faulty, withCache(ctx));
  },
  queue: (batch, env) => worker.queue(batch, withQueueFaults({ ...env, DB: withBrokenRecords(env.DB) })),
} satisfies ExportedHandler<Env, Parameters<typeof worker.queue>[0]["messages"][number]["body"]>;

function brokenBinding(request: Request): Partial<Env> {
  const name = request.headers.get("x-test-break-binding");
  const message = request.headers.get("x-test-break-message") ?? "";
  return name === null ? {} : { [name]: unreachable(message) };
}

/** As in `GET /api/incidents/:incidentID`. */
function routes(): string[] {
  const all = app.routes
    .filter(({ method }) => method !== "ALL")
    .map(({ method, path }) => `${method} ${path}`);
  return [...new Set(all)];
}

/** Lists the declared effects of each route. */
function declaredWrites(): Record<string, Effect[]> {
  return Object.fromEntries(
    app.routes.flatMap(({ method, path, handler }) => {
      const { writes } = descriptionOf(handler);
      return writes ? [[`${method} ${path}`, writes]] : [];
    }),
  );
}

interface Told {
  statements: number;
  /** Read by D1, by its own account. */
  rows: number;
  /** The same by statement. */
  rowsOf: Record<string, number>;
  sessions: string[];
  /** SQL that is still to be run. */
  meanwhile: string | null;
  /** Milliseconds a round trip. */
  slow: number;
  /** Whether D1 is out of reach from now on. */
  lost: boolean;
}

let meanwhileCron: string | null = null;
let lastCron: Told["rowsOf"] = {};

let brokenRecords = 0;

function withBrokenRecords<T extends Session>(session: T): T {
  return new Proxy(session, {
    get: (target, name) => {
      if (name === "prepare")
        return (statement: string) => {
          const breaks = brokenRecords > 0 && /^update "mail_deliveries" set "state"/.test(statement);
          if (breaks) brokenRecords -= 1;
          return target.prepare(breaks ? "SELECT * FROM a_table_that_does_not_exist" : statement);
        };
      if (name === "withSession" && "withSession" in target)
        return (bookmark?: string) => withBrokenRecords(target.withSession(bookmark));
      return (...args: unknown[]) => call(target, name, args);
    },
  });
}

let now: number | undefined;
let ahead = 0;
const RealDate = Date;
globalThis.Date = class extends RealDate {
  constructor(...given: []) {
    if (given.length === 0) super(now ?? RealDate.now() + ahead);
    else super(...given);
  }
  static override now() {
    return now ?? RealDate.now() + ahead;
  }
} as DateConstructor;

let timerFactor = 1;
const realSetTimeout = globalThis.setTimeout;
globalThis.setTimeout = ((callback: () => void, delayMs = 0) =>
  realSetTimeout(callback, delayMs * timerFactor)) as typeof setTimeout; // the Worker passes no arguments to its callbacks

const purges: unknown[] = [];

/** The cache in front of a Worker is Cloudflare's alone; this one takes notes. */
function withCache(ctx: ExecutionContext): ExecutionContext {
  const cache = {
    purge: async (what: unknown) => {
      purges.push(what);
    },
  };
  return new Proxy(ctx, {
    get: (target, name) => (name === "cache" ? cache : (...args: unknown[]) => call(target, name, args)),
  });
}

const puts = { snapshots: 0, "sign-in": 0 };
let snapshotReads = 0;

let missingRequests = 0;
let everyoneIsHere = Promise.withResolvers<void>();
function gather(requests: number): void {
  if (requests === 0) return;
  if (missingRequests === 0) {
    missingRequests = requests;
    everyoneIsHere = Promise.withResolvers();
  }
  missingRequests -= 1;
  if (missingRequests === 0) everyoneIsHere.resolve();
}

function withCountedCalls(files: R2Bucket): R2Bucket {
  return new Proxy(files, {
    get:
      (target, name) =>
      (...args: unknown[]) => {
        const [folder] = String(args[0]).split("/");
        if (name === "get" && folder === "snapshots") {
          snapshotReads += 1;
          if (missingRequests > 0) return everyoneIsHere.promise.then(() => call(target, name, args));
        }
        if (name === "put" && (folder === "snapshots" || folder === "sign-in")) puts[folder] += 1;
        return call(target, name, args);
      },
  });
}

function watchedDatabase(db: D1Database, which: string | null, told: Told): D1Database {
  if (which === "all") return unreachable<D1Database>("D1_ERROR: Network connection lost.");
  if (which === "hang") return unreachable<D1Database>(undefined);
  const broken = Number(which);
  // Counted when it runs, not when it is prepared; the broken one becomes a statement that D1 itself refuses.
  const next = (statement: D1PreparedStatement) => {
    told.statements += 1;
    return told.statements === broken ? db.prepare("SELECT * FROM a_table_that_does_not_exist") : statement;
  };
  const before = async () => {
    const { meanwhile } = told;
    told.meanwhile = null;
    if (meanwhile !== null) await db.prepare(meanwhile).run();
    if (which === "hang-batches") await new Promise(() => {});
  };
  const after = (results: D1Result[]) => {
    told.lost = which === "after-write" && results.some(({ meta }) => meta.changed_db);
  };
  return watched(db, { next, before, after, told });
}

type Session = D1Database | D1DatabaseSession;

function watched<T extends Session>(
  session: T,
  watch: {
    next: (statement: D1PreparedStatement) => D1PreparedStatement;
    /** Of each batch. */
    before: () => Promise<void>;
    after: (results: D1Result[]) => void;
    told: Told;
  },
): T {
  const { next, before, after, told } = watch;
  const originals = new WeakMap<object, { statement: D1PreparedStatement; text: string }>();
  const unlessLost = () => {
    if (told.lost) throw new Error("D1_ERROR: Network connection lost.");
  };
  const slowly = async () => {
    unlessLost();
    if (told.slow > 0) await new Promise((resolve) => realSetTimeout(resolve, told.slow));
  };
  const counted = <R extends D1Result>(result: R, text: string): R => {
    told.rows += result.meta.rows_read;
    told.rowsOf[text] = (told.rowsOf[text] ?? 0) + result.meta.rows_read;
    return result;
  };
  const wrap = (statement: D1PreparedStatement, text: string): D1PreparedStatement => {
    const reads = /^\s*select/i.test(text);
    const wrapped = new Proxy(statement, {
      get: (target, name) => {
        if (name === "bind") return (...values: unknown[]) => wrap(target.bind(...values), text);
        return async (...args: unknown[]) => {
          const running = next(target);
          await slowly();
          // Of its ways to run a statement, D1 gives an account of some only.
          if (running === target && reads && name === "raw") counted(await target.all(), text);
          const result = await call(running, name, args);
          return name === "all" || name === "run" ? counted(result as D1Result, text) : result; // as D1 types them
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
          told.sessions.push(bookmark ?? "");
          return watched(target.withSession(bookmark), watch);
        };
      }
      if (name === "batch") {
        return async (statements: D1PreparedStatement[]) => {
          await before();
          await slowly();
          const results = await target.batch(
            statements.map((statement) => next(originals.get(statement)?.statement ?? statement)),
          );
          after(results);
          unlessLost();
          return results.map((result, at) => {
            const run = statements[at];
            return counted(result, (run && originals.get(run)?.text) ?? "");
          });
        };
      }
      return (...args: unknown[]) => call(target, name, args);
    },
  });
}

/** @param message what each call fails with; without one, none ever ends */
function unreachable<T extends object>(message: string | undefined): T {
  // Every method of it rejects, so that nothing of the real thing is needed.
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
