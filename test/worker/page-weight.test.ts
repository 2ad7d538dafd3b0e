import { expect, test } from "vitest";
import { startDaymark } from "../support/daymark.ts";
import { makeMetric } from "../support/factories.ts";
import { grow } from "../support/grown.ts";
import { document } from "../support/html.ts";

// What a main page weighs before compression, for a service of half a year with an incident every other day, on whose
// components there were three days with trouble each.

const DAYS = 180;
const limits = [
  { components: 8, elements: 1000, bytes: 80_000 },
  { components: 100, elements: 3000, bytes: 200_000 },
];

test.for(limits)(
  "a page of $components components has at most $elements elements and $bytes bytes",
  async ({ components, elements, bytes }) => {
    const daymark = await startDaymark();
    try {
      await grow(daymark.db, { components, incidents: DAYS / 2, days: DAYS, now: new Date().toISOString() });
      await addTrouble(daymark.db);
      for (const title of ["Response time", "Errors"])
        await makeMetric(daymark, { title, status: "Visible" });

      const page = await (await daymark.fetch("/")).text();
      const shown = document(page);
      expect(shown.querySelectorAll(".strip")).toHaveLength(components);
      expect(shown.querySelectorAll(".strip li").length).toBeGreaterThanOrEqual(3 * components);
      expect(shown.querySelectorAll(".notice").length).toBeGreaterThanOrEqual(6);
      expect(shown.querySelectorAll("*").length).toBeLessThanOrEqual(elements);
      expect(Buffer.byteLength(page)).toBeLessThanOrEqual(bytes);
    } finally {
      await daymark.stop();
    }
  },
);

/** On three days of each component, which differ from one to the next. */
async function addTrouble(db: Awaited<ReturnType<typeof startDaymark>>["db"]): Promise<void> {
  const at = (minutes: number) =>
    `strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-' || (3 + day.value + rowid % 20) || ' days', '+${minutes} minutes')`;
  const days = "json_each('[0, 23, 51]') AS day";
  const change = (status: string, minutes: number) =>
    `INSERT INTO status_changes (component_id, status, at, cause)
      SELECT component_id, '${status}', ${at(minutes)}, 'incident' FROM components, ${days}`;
  await db.batch([
    db.prepare(change("Major Outage", 0).replaceAll("rowid", "components.rowid")),
    db.prepare(change("Degraded Performance", 12).replaceAll("rowid", "components.rowid")),
    db.prepare(change("Operational", 95).replaceAll("rowid", "components.rowid")),
    db.prepare("UPDATE content_version SET version = version + 1"),
  ]);
}
