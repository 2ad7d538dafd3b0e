import { Column, fillPlaceholders, is, type Placeholder, type SQL, sql } from "drizzle-orm";
import type { DrizzleD1Database } from "drizzle-orm/d1";
import { SQLiteAsyncDialect } from "drizzle-orm/sqlite-core";
import type { Db } from "./db.ts";

interface Select extends PromiseLike<readonly object[]> {
  getSQL(): SQL;
  _: { selectedFields: object };
}

export type RowsOf<Selects extends readonly unknown[]> = {
  readonly [K in keyof Selects]: Awaited<Selects[K]>;
};

/**
 * Builds the SQL of a batch once per isolate, because drizzle takes about as long for statements and rows as D1 to run them.
 * @param names the parameters that differ between requests
 * @param build selects only columns and `sql`, without nesting
 */
export function prepareSelects<Name extends string, const Selects extends readonly Select[]>(
  names: Name[],
  build: (db: Db, parameters: Record<Name, Placeholder>) => Selects,
): (db: Db, values: Record<Name, string>) => Promise<RowsOf<Selects>> {
  const placeholders = Object.fromEntries(
    names.map((name): [string, Placeholder] => [name, sql.placeholder(name)]),
  );
  let prepared: ReturnType<typeof prepare>[] | undefined;
  return async (db, values) => {
    prepared ??= build(db, placeholders as Record<Name, Placeholder>).map(prepare); // one for each of the names
    const statements = prepared;
    const { $client } = db as DrizzleD1Database & { $client: D1Database }; // at run time every Db has its client
    const results = await $client.batch<Record<string, unknown>>(
      statements.map(({ text, params }) => $client.prepare(text).bind(...fillPlaceholders(params, values))),
    );
    const rows = statements.map(({ toRow }, index) => results[index]?.results.map(toRow));
    return rows as unknown as RowsOf<Selects>; // as the statements' types say
  };
}

const dialect = new SQLiteAsyncDialect();

/** Writes constants into the text, because D1 checks and binds each parameter at every request. Placeholders stay parameters. */
function prepare(select: Select) {
  const { sql: text, params } = dialect.sqlToQuery(select.getSQL().inlineParams());
  const fields = Object.entries(select._.selectedFields).map(
    ([name, field]) => [name, is(field, Column) ? field : undefined] as const,
  );
  const toRow = (result: Record<string, unknown>) => {
    const values = Object.values(result);
    const row: Record<string, unknown> = {};
    fields.forEach(([name, column], index) => {
      const value = values[index];
      row[name] = column && value !== null ? column.mapFromDriverValue(value) : value;
    });
    return row;
  };
  return { text, params, toRow };
}
