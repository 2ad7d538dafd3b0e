import worker from "../../../worker/index.ts";

/** What D1, R2 and the queues bill for. */
export interface Bill {
  rowsRead: number;
  rowsWritten: number;
  /** Calls to R2 that read, and those that write. */
  filesRead: number;
  filesWritten: number;
  /** Messages put into queues. */
  messages: number;
}

const bill: Bill = { rowsRead: 0, rowsWritten: 0, filesRead: 0, filesWritten: 0, messages: 0 };

/** What the Worker is still doing after its answers, which is billed as well. */
const running = { tasks: 0, messages: 0 };

/**
 * The Worker, which tells at `/x-bill` what all that it has done since it started is billed as: requests, cron and queues. It
 * tells so once nothing of that is running, and no message is waiting but for its delay.
 */
export default {
  async fetch(request, env, ctx) {
    if (new URL(request.url).pathname !== "/x-bill")
      return track(Promise.resolve(worker.fetch(request, counted(env), tracked(ctx))));
    while (running.tasks + running.messages > 0) await scheduler.wait(5);
    return Response.json(bill);
  },
  scheduled: (event, env, ctx) => track(worker.scheduled(event, counted(env), tracked(ctx))),
  queue(batch, env) {
    const first = batch.messages.filter(({ attempts }) => attempts === 1).length;
    // A test's own messages were never sent.
    running.messages = Math.max(0, running.messages - first);
    return track(worker.queue(batch, counted(env)));
  },
} satisfies ExportedHandler<Env, Parameters<typeof worker.queue>[0]["messages"][number]["body"]>;

async function track<T>(task: Promise<T>): Promise<T> {
  running.tasks += 1;
  try {
    return await task;
  } finally {
    running.tasks -= 1;
  }
}

function tracked(ctx: ExecutionContext): ExecutionContext {
  return new Proxy(ctx, {
    get(target, name) {
      if (name === "waitUntil") return (task: Promise<unknown>) => target.waitUntil(track(task));
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

function counted(env: Env): Env {
  return {
    ...env,
    DB: countedSession(env.DB),
    FILES: watched(env.FILES, (name) => {
      if (name === "get" || name === "head") bill.filesRead += 1;
      else bill.filesWritten += 1;
    }),
    DATAPOINTS: countedQueue(env.DATAPOINTS),
    BACKLOG: countedQueue(env.BACKLOG),
    COLLECTION: countedQueue(env.COLLECTION),
    MAIL: countedQueue(env.MAIL),
  };
}

function countedQueue<T extends Queue>(queue: T): T {
  return watched(queue, (name, [first, options]) => {
    const delayOf = (given: unknown) => (given as QueueSendOptions | undefined)?.delaySeconds ?? 0;
    const sent = name === "sendBatch" ? [...(first as Iterable<MessageSendRequest>)] : [options];
    bill.messages += sent.length;
    running.messages += sent.filter((each) => (delayOf(each) || delayOf(options)) === 0).length;
  });
}

function add<T extends D1Result>(result: T): T {
  bill.rowsRead += result.meta.rows_read;
  bill.rowsWritten += result.meta.rows_written;
  return result;
}

type Session = Pick<D1Database, "prepare" | "batch">;

/** What a statement that stands alone answers has no account of itself unless it goes as a batch of one. */
function countedSession<T extends Session>(session: T): T {
  const originals = new WeakMap<object, D1PreparedStatement>();
  const wrap = (statement: D1PreparedStatement): D1PreparedStatement => {
    const alone = async () => {
      const [result] = (await session.batch([statement])).map(add);
      if (!result) throw new Error("D1 has answered nothing.");
      return result;
    };
    const ways = {
      bind: (...values: unknown[]) => wrap(statement.bind(...values)),
      all: alone,
      run: alone,
      raw: async () => (await alone()).results.map((row) => Object.values(row as object)),
    };
    const wrapped = ways as unknown as D1PreparedStatement; // all of it that drizzle calls
    originals.set(wrapped, statement);
    return wrapped;
  };
  return new Proxy(session, {
    get: (target, name) => {
      if (name === "prepare") return (statement: string) => wrap(target.prepare(statement));
      if (name === "batch") {
        return async (statements: D1PreparedStatement[]) =>
          (await target.batch(statements.map((each) => originals.get(each) ?? each))).map(add);
      }
      if (name === "withSession" && "withSession" in target && typeof target.withSession === "function") {
        return (bookmark?: string) => countedSession((target as unknown as D1Database).withSession(bookmark));
      }
      return bound(target, name);
    },
  });
}

function watched<T extends object>(target: T, see: (name: string | symbol, args: unknown[]) => void): T {
  return new Proxy(target, {
    get:
      (_, name) =>
      (...args: unknown[]) => {
        see(name, args);
        return bound(target, name)(...args);
      },
  });
}

function bound(target: object, name: string | symbol): (...args: unknown[]) => unknown {
  return (...args) => Reflect.apply(Reflect.get(target, name), target, args);
}
