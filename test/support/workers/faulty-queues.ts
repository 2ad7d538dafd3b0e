/**
 * Faults of the queues' and the cron's runs, for faulty-worker.ts, which hands every request to `noteQueueFaults` first:
 * `x-test-away: d1,queues` makes what it names fail from now on, for those runs and, as `queues`, for requests too:
 * `d1`, `d1-writes` (reads go on), `r2` and `queues`; an empty value heals all of it;
 * `x-test-hold-queues: on` keeps what the Worker sends to its queues for whoever plays them;
 * `x-test-before-put: DELETE …` is SQL that somebody else runs just before the next file is written.
 *
 * GET /x-test-queues answers what was sent and counted since it was last asked.
 */
const away = new Set<string>();
let isHolding = false;
let beforePut: string | null = null;
let told: QueueReport = nothingYet();

export interface SentMessage {
  /** The binding's name. */
  binding: QueueBinding;
  body: unknown;
  delaySeconds: number;
}

export interface QueueReport {
  /** Only while messages are held. */
  sent: SentMessage[];
  /** Day files that were written by queues' runs. */
  puts: number;
  /** Rows that queues' runs have written in D1, by its own account. */
  rowsWritten: number;
}

const queueBindings = ["DATAPOINTS", "BACKLOG", "COLLECTION", "MAIL"] as const;
type QueueBinding = (typeof queueBindings)[number];

function nothingYet(): QueueReport {
  return { sent: [], puts: 0, rowsWritten: 0 };
}

export function noteQueueFaults(request: Request): void {
  const named = request.headers.get("x-test-away");
  if (named !== null) {
    away.clear();
    for (const name of named.split(",")) away.add(name);
  }
  isHolding = (request.headers.get("x-test-hold-queues") ?? (isHolding ? "on" : "off")) === "on";
  beforePut = request.headers.get("x-test-before-put") ?? beforePut;
}

export function takeQueueReport(): QueueReport {
  const report = told;
  told = nothingYet();
  return report;
}

/** What a run finds: all bindings of the Worker, with the faults of the moment. */
export function withQueueFaults(env: Env): Env {
  return { ...withFaultyQueues(env), DB: faultyDatabase(env.DB), FILES: faultyBucket(env) };
}

export function withFaultyQueues(env: Env): Env {
  const queues = queueBindings.map((binding) => [binding, faultyQueue(binding, env[binding])]);
  return { ...env, ...Object.fromEntries(queues) };
}

function faultyQueue(binding: QueueBinding, queue: Queue): Pick<Queue, "send" | "sendBatch"> {
  const refuse = (name: string) => {
    if (away.has("queues")) throw new Error(`Queue ${name} failed: Too Many Requests`);
  };
  const hold = (body: unknown, delaySeconds = 0) => void told.sent.push({ binding, body, delaySeconds });
  const metadata = { metrics: { backlogCount: 0, backlogBytes: 0 } };
  return {
    async send(body, options) {
      refuse("send");
      if (!isHolding) return queue.send(body, options);
      hold(body, options?.delaySeconds);
      return { metadata };
    },
    async sendBatch(messages, options) {
      refuse("sendBatch");
      if (!isHolding) return queue.sendBatch(messages, options);
      for (const { body, delaySeconds } of messages) hold(body, delaySeconds ?? options?.delaySeconds);
      return { metadata };
    },
  };
}

function faultyBucket(env: Env): R2Bucket {
  return new Proxy(env.FILES, {
    get:
      (target, name) =>
      async (...args: unknown[]) => {
        if (away.has("r2")) throw new Error(`${String(name)}: Unspecified error (0)`);
        if (name === "put") {
          const sql = beforePut;
          beforePut = null;
          if (sql !== null) await env.DB.prepare(sql).run();
          told.puts += 1;
        }
        return call(target, name, args);
      },
  });
}

function faultyDatabase<Session extends D1Database | D1DatabaseSession>(session: Session): Session {
  const fails = (statement: string) =>
    away.has("d1") || (away.has("d1-writes") && !/^\s*select/i.test(statement));
  return new Proxy(session, {
    get: (target, name) => {
      if (name === "withSession" && "withSession" in target)
        return (bookmark?: string) => faultyDatabase(target.withSession(bookmark));
      // D1 itself refuses a statement of a table that it does not have, alone and in a batch.
      if (name === "prepare")
        return (statement: string) =>
          target.prepare(fails(statement) ? "SELECT * FROM a_table_that_does_not_exist" : statement);
      if (name === "batch")
        return async (statements: D1PreparedStatement[]) => {
          const results = await target.batch(statements);
          for (const { meta } of results) told.rowsWritten += meta.rows_written;
          return results;
        };
      return (...args: unknown[]) => call(target, name, args);
    },
  });
}

function call(target: object, name: string | symbol, args: unknown[]): unknown {
  return Reflect.apply(Reflect.get(target, name), target, args);
}
