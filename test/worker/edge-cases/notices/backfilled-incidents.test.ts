import { afterAll, beforeAll, expect, test } from "vitest";
import type { ComponentStatus } from "../../../../worker/components/domain.ts";
import type { ComponentUptime } from "../../../../worker/components/schema.ts";
import type { NewIncident } from "../../../../worker/notices/incident/schema.ts";
import { DAY_MS, isoTime, utcDay } from "../../../../worker/shared/time/domain.ts";
import { makeComponent } from "../../../support/factories/factories.ts";
import { addSubscribers } from "../../../support/factories/insert-subscribers.ts";
import { enableMail } from "../../../support/factories/make-subscribers.ts";
import { answer, type Daymark, startDaymark } from "../../../support/starters/daymark.ts";

// An incident that was over before anyone added it.

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
afterAll(() => daymark.stop());

/** A midnight ten days ago. */
const FIRST_DAY = Math.floor(Date.now() / DAY_MS) * DAY_MS - 10 * DAY_MS;
const at = (day: number, time: string) => `${utcDay(FIRST_DAY + day * DAY_MS)}T${time}:00.000Z`;

const backfill = (overrides: Partial<NewIncident> = {}) =>
  daymark.administrator.incidents.$post({
    json: {
      name: "Payments failed",
      status: "Investigating",
      backfilled: true,
      createdAt: at(1, "10:00"),
      resolvedAt: at(1, "11:30"),
      ...overrides,
    },
  });

async function makeOldComponent(rows: [at: string, status: ComponentStatus][] = []): Promise<string> {
  const { componentID } = await makeComponent(daymark, { name: "Payments" });
  const created = isoTime(FIRST_DAY - 20 * DAY_MS);
  const set = (sql: string, ...values: string[]) => daymark.db.prepare(sql).bind(...values);
  await daymark.db.batch([
    set("UPDATE components SET created_at = ? WHERE component_id = ?", created, componentID),
    set("UPDATE status_changes SET at = ? WHERE component_id = ?", created, componentID),
    ...rows.map(([time, status]) =>
      set(
        "INSERT INTO status_changes (component_id, status, at, cause) VALUES (?, ?, ?, 'administrator')",
        ...[componentID, status, time],
      ),
    ),
    set(
      "UPDATE components SET status = ? WHERE component_id = ?",
      rows.at(-1)?.[1] ?? "Operational",
      componentID,
    ),
  ]);
  return componentID;
}

async function readMinutes(componentID: string) {
  const response = await daymark.fetch(`/api/components/${componentID}/uptime?days=30`);
  const { history } = (await response.json()) as {
    history: { date: string; minutes: Partial<Record<ComponentStatus, number>> }[];
  };
  return new Map(history.map(({ date, minutes }) => [date, minutes]));
}

const minutesOn = async (componentID: string, day: number) =>
  (await readMinutes(componentID)).get(utcDay(FIRST_DAY + day * DAY_MS));

test("a backfilled incident is resolved, has an update for its start and its end, and counts in uptime", async () => {
  const componentID = await makeOldComponent();
  const incident = await answer(
    backfill({
      message: "Cards were declined.",
      resolvedMessage: "Payments work again.",
      components: [{ componentID, status: "Major Outage" }],
    }),
  );
  expect(incident).toMatchObject({
    status: "Resolved",
    message: "Payments work again.",
    backfilled: true,
    createdAt: at(1, "10:00"),
    components: [{ componentID, status: "Operational" }],
    incidentUpdates: [
      { incidentStatus: "Resolved", message: "Payments work again.", createdAt: at(1, "11:30") },
      { incidentStatus: "Investigating", message: "Cards were declined.", createdAt: at(1, "10:00") },
    ],
  });
  expect(await minutesOn(componentID, 1)).toEqual({ "Major Outage": 90 });
  expect(await minutesOn(componentID, 2)).toEqual({});
  const param = { componentID };
  const component = await answer(daymark.visitor.components[":componentID"].$get({ param }));
  expect(component.status).toBe("Operational");
});

test("pages, feeds and existing clients see that it was added later", async () => {
  const componentID = await makeOldComponent();
  const { incidentID } = await answer(
    backfill({ name: "Marked", components: [{ componentID, status: "Partial Outage" }] }),
  );
  for (const path of [`/incidents/${incidentID}`, "/"]) {
    const html = await (await daymark.fetch(path)).text();
    expect(html).toContain("lasted 1 hour, 30 minutes · added later");
  }
  expect(await (await daymark.fetch(`/incidents/${incidentID}?lang=de`)).text()).toContain(
    "nachträglich eingetragen",
  );
  expect(await (await daymark.fetch(`/incidents/${incidentID}.md`)).text()).toContain("\n\nAdded later\n\n");
  expect(await (await daymark.fetch("/history.atom")).text()).toContain("Added later");
  const { incidents } = (await (await daymark.fetch("/api/v2/incidents.json")).json()) as {
    incidents: { id: string }[];
  };
  expect(incidents.find(({ id }) => id === incidentID)).toMatchObject({
    backfilled: true,
    status: "resolved",
    impact: "major",
    started_at: at(1, "10:00"),
    resolved_at: at(1, "11:30"),
    incident_updates: [
      { affected_components: [{ old_status: "partial_outage", new_status: "operational" }] },
      { affected_components: [{ old_status: "operational", new_status: "partial_outage" }] },
    ],
  });
});

test("it sends no email", async () => {
  await enableMail(daymark);
  await addSubscribers(daymark, [{ emailAddress: "reader@example.org" }]);
  await answer(backfill());
  const messages = await daymark.db.prepare("SELECT count(*) AS count FROM messages").first();
  expect(messages).toEqual({ count: 0 });
  await daymark.db.prepare("DELETE FROM subscribers").run();
});

test("the worse of what was recorded and what is added counts, and then what was recorded goes on", async () => {
  const componentID = await makeOldComponent([
    [at(3, "09:00"), "Degraded Performance"],
    [at(3, "10:30"), "Major Outage"],
    [at(3, "11:00"), "Operational"],
    [at(3, "13:00"), "Degraded Performance"],
  ]);
  await answer(
    backfill({
      createdAt: at(3, "10:00"),
      resolvedAt: at(3, "14:00"),
      components: [{ componentID, status: "Partial Outage" }],
    }),
  );
  expect(await minutesOn(componentID, 3)).toEqual({
    "Degraded Performance": 60 + 600,
    "Major Outage": 30,
    "Partial Outage": 210,
  });
  expect(await minutesOn(componentID, 4)).toEqual({ "Degraded Performance": 1440 });
  const param = { componentID };
  expect((await answer(daymark.visitor.components[":componentID"].$get({ param }))).status).toBe(
    "Degraded Performance",
  );
});

test("a corrected start moves what was added, and a deletion takes it back", async () => {
  const componentID = await makeOldComponent([[at(5, "09:30"), "Degraded Performance"]]);
  const components = [{ componentID, status: "Partial Outage" as const }];
  const { incidentID } = await answer(
    backfill({ createdAt: at(5, "10:00"), resolvedAt: at(5, "11:00"), components }),
  );
  const param = { incidentID };
  const incident = daymark.administrator.incidents[":incidentID"];
  await answer(incident.$patch({ param, json: { createdAt: at(5, "09:00") } }));
  expect(await minutesOn(componentID, 5)).toEqual({ "Partial Outage": 120, "Degraded Performance": 780 });
  await answer(incident.$patch({ param, json: { createdAt: at(5, "10:30") } }));
  expect(await minutesOn(componentID, 5)).toEqual({ "Partial Outage": 30, "Degraded Performance": 840 });
  await incident.$delete({ param });
  expect(await minutesOn(componentID, 5)).toEqual({ "Degraded Performance": 870 });
});

test("a write between the read and the write of a backfill is counted, too", async () => {
  const componentID = await makeOldComponent();
  const components = (status: ComponentStatus) => [{ componentID, status }];
  await Promise.all([
    answer(backfill({ components: components("Partial Outage") })),
    answer(
      backfill({
        createdAt: at(1, "11:00"),
        resolvedAt: at(1, "12:00"),
        components: components("Major Outage"),
      }),
    ),
  ]);
  expect(await minutesOn(componentID, 1)).toEqual({ "Partial Outage": 60, "Major Outage": 60 });
});

test("components that changed since the end keep their status, and an end in the present keeps it, too", async () => {
  const componentID = await makeOldComponent([[at(8, "10:00"), "Major Outage"]]);
  await answer(
    backfill({
      createdAt: at(8, "09:00"),
      resolvedAt: new Date().toISOString(),
      components: [{ componentID, status: "Degraded Performance" }],
    }),
  );
  expect(await minutesOn(componentID, 8)).toEqual({ "Degraded Performance": 60, "Major Outage": 14 * 60 });
  const param = { componentID };
  expect((await answer(daymark.visitor.components[":componentID"].$get({ param }))).status).toBe(
    "Major Outage",
  );
});

test("a component that did not exist yet counts from its creation", async () => {
  const { componentID, createdAt } = await makeComponent(daymark);
  await answer(backfill({ components: [{ componentID, status: "Major Outage" }] }));
  const { results } = await daymark.db
    .prepare("SELECT status, at FROM status_changes WHERE component_id = ?")
    .bind(componentID)
    .all();
  expect(results).toEqual([{ status: "Operational", at: createdAt }]);
  const path = `/api/components/${componentID}/uptime?days=30`;
  const { history }: ComponentUptime = await (await daymark.fetch(path)).json();
  expect(history).toMatchObject([{ minutes: {} }]);
});

test.for(["before", "after"])(
  "with an earlier start of its uptime, set %s the incident, it counts from the incident's start",
  async (order) => {
    const { componentID } = await makeComponent(daymark);
    const json = { uptimeSince: utcDay(FIRST_DAY - 5 * DAY_MS) };
    const param = { componentID };
    const setStart = () => answer(daymark.administrator.components[":componentID"].$patch({ param, json }));
    if (order === "before") await setStart();
    await answer(backfill({ components: [{ componentID, status: "Major Outage" }] }));
    if (order === "after") await setStart();
    expect(await minutesOn(componentID, 1)).toEqual({ "Major Outage": 90 });
  },
);

const ahead = new Date(Date.now() + DAY_MS).toISOString();
test.for([
  ["createdAt", { createdAt: undefined }, "createdAt is required with backfilled."],
  ["resolvedAt", { resolvedAt: undefined }, "resolvedAt is required with backfilled."],
  ["resolvedAt", { resolvedAt: at(1, "10:00") }, "resolvedAt must be after createdAt."],
  ["resolvedAt", { resolvedAt: ahead }, "resolvedAt can't be in the future."],
  ["resolvedAt", { backfilled: false }, "resolvedAt is allowed only with backfilled."],
  [
    "resolvedMessage",
    { backfilled: undefined, resolvedAt: undefined, resolvedMessage: "Over" },
    "resolvedMessage is allowed only with backfilled.",
  ],
  [
    "notifySubscribers",
    { notifySubscribers: true },
    "No email is sent about an incident that was over when it was added.",
  ],
] as const)("%s: %j is refused", async ([path, overrides, message]) => {
  const response = await backfill(overrides as Partial<NewIncident>);
  expect(response.status).toBe(400);
  expect(await response.json()).toEqual({ errorMessage: message, errors: [{ path, message }] });
});
