import { type QueueBinding, queueBindings } from "./queue-bindings.ts";

/** The units that D1, R2 and Queues bill. */
export interface Bill {
  rowsRead: number;
  rowsWritten: number;
  /** R2 operations that read, and that write. */
  filesRead: number;
  filesWritten: number;
  /** Messages sent to queues. */
  messages: number;
}

const bill: Bill = { rowsRead: 0, rowsWritten: 0, filesRead: 0, filesWritten: 0, messages: 0 };

/** Counting makes requests slower, so it starts when a bill is read. */
let isCounting = false;

/** Work that goes on after a response, which is billed as well. */
const running = { tasks: 0, messages: 0 };

/**
 * Returns the bill for all requests, cron runs and queue batches since it was first read. Waits until none of them is running and no
 * undelayed message is in a queue.
 */
export async function readBill(): Promise<Bill> {
  isCounting = true;
  while (running.tasks + running.messages > 0) await scheduler.wait(5);
  return bill;
}

export async function billed<T>(task: () => Promise<T> | T): Promise<T> {
  running.tasks += 1;
  try {
    return await task();
  } finally {
    running.tasks -= 1;
  }
}

export function recordDelivery({ messages }: MessageBatch): void {
  const firstDeliveries = messages.filter(({ attempts }) => attempts === 1).length;
  // A test can deliver messages that were never sent.
  running.messages = Math.max(0, running.messages - firstDeliveries);
}

export function withBilledTasks(ctx: ExecutionContext): ExecutionContext {
  return new Proxy(ctx, {
    get(target, name) {
      if (name === "waitUntil") return (task: Promise<unknown>) => target.waitUntil(billed(() => task));
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

export function withBill(env: Env): Env {
  if (!isCounting) return env;
  return {
    ...env,
    DB: countingSession(env.DB),
    FILES: onEachCall(env.FILES, (name) => {
      if (name === "get" || name === "head") bill.filesRead += 1;
      else bill.filesWritten += 1;
    }),
    ...(Object.fromEntries(queueBindings.map((binding) => [binding, countingQueue(env[binding])])) as Pick<
      Env,
      QueueBinding
    >),
  };
}

function countingQueue<T extends Queue>(queue: T): T {
  return onEachCall(queue, (name, [first, options]) => {
    const delayOf = (sendOptions: unknown) =>
      (sendOptions as QueueSendOptions | undefined)?.delaySeconds ?? 0;
    const messages = name === "sendBatch" ? [...(first as Iterable<MessageSendRequest>)] : [options];
    bill.messages += messages.length;
    running.messages += messages.filter((each) => (delayOf(each) || delayOf(options)) === 0).length;
  });
}

function add<T extends D1Result>(result: T): T {
  bill.rowsRead += result.meta.rows_read;
  bill.rowsWritten += result.meta.rows_written;
  return result;
}

type Session = Pick<D1Database, "prepare" | "batch">;

/** Runs single statements as a batch of one, because D1 reports rows read and written only for batches. */
function countingSession<T extends Session>(session: T): T {
  const originals = new WeakMap<object, D1PreparedStatement>();
  const wrap = (statement: D1PreparedStatement): D1PreparedStatement => {
    const runInBatch = async () => {
      const [result] = (await session.batch([statement])).map(add);
      if (!result) throw new Error("D1 returned no result.");
      return result;
    };
    const methods = {
      bind: (...values: unknown[]) => wrap(statement.bind(...values)),
      all: runInBatch,
      run: runInBatch,
      raw: async () => (await runInBatch()).results.map((row) => Object.values(row as object)),
    };
    const wrapped = methods as unknown as D1PreparedStatement; // Drizzle calls only these methods.
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
        return (bookmark?: string) =>
          countingSession((target as unknown as D1Database).withSession(bookmark));
      }
      return bound(target, name);
    },
  });
}

function onEachCall<T extends object>(
  target: T,
  record: (name: string | symbol, args: unknown[]) => void,
): T {
  return new Proxy(target, {
    get:
      (_, name) =>
      (...args: unknown[]) => {
        record(name, args);
        return bound(target, name)(...args);
      },
  });
}

function bound(target: object, name: string | symbol): (...args: unknown[]) => unknown {
  return (...args) => Reflect.apply(Reflect.get(target, name), target, args);
}
