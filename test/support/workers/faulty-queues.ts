import { type QueueBinding, queueBindings } from "./queue-bindings.ts";

/**
 * Faults in runs of queues and the cron, for test-worker.ts. These request headers set them:
 * `x-test-broken: d1,queues` breaks bindings until the next such header: `d1`, `d1-writes` (reads work), `r2` and
 * `queues`. `queues` also fail in requests. An empty value repairs all bindings;
 * `x-test-hold-queues: on` keeps sent messages for the queue simulator;
 * `x-test-before-put: DELETE …` runs this SQL, like another client, just before the next file is written.
 *
 * GET /x-test-queues returns the messages and counts since its last request.
 */
const brokenBindings = new Set<string>();
let isHolding = false;
let beforePut: string | null = null;
let report: QueueReport = emptyReport();
/** When the first message of each queue was held, since the report was last taken. */
let oldestHeld: Partial<Record<QueueBinding, number>> = {};

export interface SentMessage {
  /** The binding's name. */
  binding: QueueBinding;
  body: unknown;
  delaySeconds: number;
}

export interface QueueReport {
  /** The messages sent while `x-test-hold-queues` is on. */
  sent: SentMessage[];
  /** R2 files written by queue runs. */
  puts: number;
  /** Rows written by queue runs, as D1 reports them. */
  rowsWritten: number;
  /** D1 statements of queue runs. */
  statements: number;
}

function emptyReport(): QueueReport {
  return { sent: [], puts: 0, rowsWritten: 0, statements: 0 };
}

export function setQueueFaults(request: Request): void {
  const names = request.headers.get("x-test-broken");
  if (names !== null) {
    brokenBindings.clear();
    for (const name of names.split(",")) brokenBindings.add(name);
  }
  isHolding = (request.headers.get("x-test-hold-queues") ?? (isHolding ? "on" : "off")) === "on";
  beforePut = request.headers.get("x-test-before-put") ?? beforePut;
}

export function resetQueueFaults(): void {
  brokenBindings.clear();
  isHolding = false;
  beforePut = null;
  takeQueueReport();
}

export function takeQueueReport(): QueueReport {
  const finished = report;
  report = emptyReport();
  oldestHeld = {};
  return finished;
}

/** Returns the bindings for a run, with the current faults. */
export function withQueueFaults(env: Env): Env {
  return { ...withFaultyQueues(env), DB: faultyDatabase(env.DB), FILES: faultyBucket(env) };
}

export function withFaultyQueues(env: Env): Env {
  const queues = queueBindings.map((binding) => [binding, faultyQueue(binding, env[binding])]);
  return { ...env, ...Object.fromEntries(queues) };
}

function faultyQueue(binding: QueueBinding, queue: Queue): Queue {
  const throwIfBroken = (name: string) => {
    if (brokenBindings.has("queues")) throw new Error(`Queue ${name} failed: Too Many Requests`);
  };
  const hold = (body: unknown, delaySeconds = 0) => {
    report.sent.push({ binding, body, delaySeconds });
    oldestHeld[binding] ??= Date.now();
  };
  const metadata = { metrics: { backlogCount: 0, backlogBytes: 0 } };
  return {
    async send(body, options) {
      throwIfBroken("send");
      if (!isHolding) return queue.send(body, options);
      hold(body, options?.delaySeconds);
      return { metadata };
    },
    async sendBatch(messages, options) {
      throwIfBroken("sendBatch");
      if (!isHolding) return queue.sendBatch(messages, options);
      for (const { body, delaySeconds } of messages) hold(body, delaySeconds ?? options?.delaySeconds);
      return { metadata };
    },
    async metrics() {
      throwIfBroken("metrics");
      if (!isHolding) return queue.metrics();
      const held = report.sent.filter((message) => message.binding === binding);
      const oldest = oldestHeld[binding];
      return {
        backlogCount: held.length,
        backlogBytes: JSON.stringify(held).length,
        ...(held.length > 0 && oldest !== undefined && { oldestMessageTimestamp: new Date(oldest) }),
      };
    },
  };
}

function faultyBucket(env: Env): R2Bucket {
  return new Proxy(env.FILES, {
    get:
      (target, name) =>
      async (...args: unknown[]) => {
        if (brokenBindings.has("r2")) throw new Error(`${String(name)}: Unspecified error (0)`);
        if (name === "put") {
          const sql = beforePut;
          beforePut = null;
          if (sql !== null) await env.DB.prepare(sql).run();
          report.puts += 1;
        }
        return call(target, name, args);
      },
  });
}

function faultyDatabase<Session extends D1Database | D1DatabaseSession>(session: Session): Session {
  const fails = (statement: string) =>
    brokenBindings.has("d1") || (brokenBindings.has("d1-writes") && !/^\s*select/i.test(statement));
  return new Proxy(session, {
    get: (target, name) => {
      if (name === "withSession" && "withSession" in target)
        return (bookmark?: string) => faultyDatabase(target.withSession(bookmark));
      // Selects from a missing table, so that D1 itself fails the statement or its whole batch.
      if (name === "prepare")
        return (statement: string) => {
          report.statements += 1;
          return target.prepare(fails(statement) ? "SELECT * FROM a_table_that_does_not_exist" : statement);
        };
      if (name === "batch")
        return async (statements: D1PreparedStatement[]) => {
          const results = await target.batch(statements);
          for (const { meta } of results) report.rowsWritten += meta.rows_written;
          return results;
        };
      return (...args: unknown[]) => call(target, name, args);
    },
  });
}

function call(target: object, name: string | symbol, args: unknown[]): unknown {
  return Reflect.apply(Reflect.get(target, name), target, args);
}
