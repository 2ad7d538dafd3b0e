import { expect, onTestFinished, test } from "vitest";
import { filledApiKey, filledNames, fillTables } from "../../support/factories/filled-tables.ts";
import { reads } from "../../support/readers/all-reads.ts";
import { type Daymark, startDaymark } from "../../support/starters/daymark.ts";

const now = Date.now();

/** Every column of a table that has JSON lists or objects. */
async function listJSONColumns({ db }: Daymark): Promise<{ table: string; column: string }[]> {
  const { results } = await db
    .prepare(
      `SELECT t.name AS "table", c.name AS "column" FROM sqlite_schema AS t JOIN pragma_table_info(t.name) AS c
        WHERE t.type = 'table' AND t.name NOT GLOB '_cf_*' AND t.name NOT GLOB 'notice_search*'
          AND t.name NOT IN ('d1_migrations', 'sqlite_sequence') AND c.type = 'TEXT'`,
    )
    .all<{ table: string; column: string }>();
  const counts = await db.batch<{ n: number }>(
    results.map(({ table, column }) =>
      db.prepare(
        `SELECT count(*) AS n FROM "${table}" WHERE CASE WHEN json_valid("${column}")
          THEN json_type("${column}") IN ('array', 'object') END`,
      ),
    ),
  );
  return results.filter((_, index) => (counts[index]?.results[0]?.n ?? 0) > 0);
}

async function readAll(daymark: Daymark): Promise<string[]> {
  const Authorization = await daymark.token();
  const ids: Record<string, string> = filledNames;
  const paths = Object.values(reads)
    .flat()
    .map(([path]) => path.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? name));
  const failed: string[] = [];
  for (const path of [...paths, "/?days=30"]) {
    const headers = path.startsWith("/api/v0/") ? { "x-api-key": filledApiKey } : { Authorization };
    // A metric whose props are damaged is listed without them, so that it can be mended or deleted.
    const isUnchecked = /^\/api\/(v0\/)?metrics/.test(path);
    const response = await (isUnchecked
      ? fetch(daymark.url + path, { headers })
      : daymark.fetch(path, { headers }));
    await response.arrayBuffer();
    if (response.status >= 500) failed.push(`${response.status} ${path}`);
  }
  return failed;
}

const damages = {
  "no JSON": '{"x',
  "an object of another shape": '{"x":"y","changes":"z"}',
  "a list of another shape": '["x",[1],{"x":"y"},null]',
  "another type": "7",
};

test.for(Object.entries(damages))(
  "with %s in every JSON column, each page, list and call still responds",
  async ([, damaged]) => {
    // Nobody signs in by a stored sign-in that is damaged. This is the way back.
    const daymark = await startDaymark({ vars: { SIGN_IN: "variables" } });
    onTestFinished(() => daymark.stop());
    const { db } = daymark;
    await fillTables(db, now);
    const columns = await listJSONColumns(daymark);
    expect(columns.map(({ table, column }) => `${table}.${column}`)).toEqual(
      expect.arrayContaining(["settings.header_links", "metrics.props"]),
    );
    const { results: triggers } = await db
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = 'audit_entries'")
      .all<{ name: string }>();
    await db.batch([
      ...triggers.map(({ name }) => db.prepare(`DROP TRIGGER "${name}"`)),
      ...columns.map(({ table, column }) =>
        db.prepare(`UPDATE "${table}" SET "${column}" = ?`).bind(damaged),
      ),
    ]);
    daymark.logs.length = 0;
    const failed = await readAll(daymark);
    expect(failed).toEqual([]);
    // A page that fails is replaced by its snapshot, so the log must have nothing else.
    const errors = daymark.logs.filter((line) => line.includes('"level":"error"'));
    expect(errors.filter((line) => !line.includes('"damaged value"'))).toEqual([]);
    expect(errors.length).toBeGreaterThan(0);
  },
);
