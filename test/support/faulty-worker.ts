import worker from "../../worker/index.ts";

/**
 * The Worker with faults on demand, by request headers:
 * `x-test-break-d1: 3` makes the third statement of the request fail, whether it stands alone or in a batch;
 * `x-test-break-d1: all` makes D1 unreachable, `x-test-break-r2: all` R2.
 */
export default {
  ...worker,
  fetch(request, env, ctx) {
    const d1 = request.headers.get("x-test-break-d1");
    const r2 = request.headers.get("x-test-break-r2");
    const faulty = {
      ...env,
      DB: d1 === null ? env.DB : brokenDatabase(env.DB, d1),
      FILES: r2 === null ? env.FILES : unreachable<R2Bucket>("get: Unspecified error (0)"),
    };
    return worker.fetch(request, faulty, ctx);
  },
} satisfies ExportedHandler<Env, never>;

function brokenDatabase(db: D1Database, which: string): D1Database {
  if (which === "all") return unreachable<D1Database>("D1_ERROR: Network connection lost.");
  const broken = Number(which);
  let ran = 0;
  // Counted when it runs, not when it is prepared; the broken one becomes a statement that D1 itself refuses.
  const next = (statement: D1PreparedStatement) => {
    ran += 1;
    return ran === broken ? db.prepare("SELECT * FROM a_table_that_does_not_exist") : statement;
  };
  return breaking(db, next);
}

type Session = D1Database | D1DatabaseSession;

function breaking<T extends Session>(
  session: T,
  next: (statement: D1PreparedStatement) => D1PreparedStatement,
): T {
  const originals = new WeakMap<object, D1PreparedStatement>();
  const wrap = (statement: D1PreparedStatement): D1PreparedStatement => {
    const wrapped = new Proxy(statement, {
      get: (target, name) => {
        if (name === "bind") return (...values: unknown[]) => wrap(target.bind(...values));
        return (...args: unknown[]) => call(next(target), name, args);
      },
    });
    originals.set(wrapped, statement);
    return wrapped;
  };
  return new Proxy(session, {
    get: (target, name) => {
      if (name === "prepare") return (sql: string) => wrap(target.prepare(sql));
      if (name === "withSession" && "withSession" in target) {
        return (bookmark?: string) => breaking(target.withSession(bookmark), next);
      }
      if (name === "batch") {
        return (statements: D1PreparedStatement[]) =>
          target.batch(statements.map((statement) => next(originals.get(statement) ?? statement)));
      }
      return (...args: unknown[]) => call(target, name, args);
    },
  });
}

function unreachable<T extends object>(message: string): T {
  // Every method of it rejects, so that nothing of the real thing is needed.
  return new Proxy({} as T, {
    get: (_, name) => {
      if (name === "withSession") return () => unreachable(message);
      if (name === "prepare" || name === "bind") return () => unreachable(message);
      return () => Promise.reject(new Error(message));
    },
  });
}

function call(target: object, name: string | symbol, args: unknown[]): unknown {
  return Reflect.apply(Reflect.get(target, name), target, args);
}
