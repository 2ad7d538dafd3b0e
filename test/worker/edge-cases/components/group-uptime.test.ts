import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type ComponentStatus,
  componentStatuses,
  worstStatus,
} from "../../../../worker/components/domain.ts";
import type { GroupUptime } from "../../../../worker/components/groups/schema.ts";
import { computeGroupUptime } from "../../../../worker/components/groups/uptime.ts";
import { DAY_MS, HOUR_MS, isoTime } from "../../../../worker/shared/time/domain.ts";
import { makeComponent, makeGroup } from "../../../support/factories/factories.ts";
import { expectedUptime } from "../../../support/readers/expected-uptime.ts";
import { type Daymark, startDaymark } from "../../../support/starters/daymark.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
afterAll(() => daymark.stop());

const now = Date.parse("2099-11-21T14:37:20.000Z");
const begin = now - 20 * DAY_MS;
const counted = { createdAt: isoTime(begin), uptimeSince: "", showsUptime: true };

interface Change {
  at: number;
  status: ComponentStatus;
}

/** Adds a component to the group, with these changes instead of its own. */
async function addComponent(groupID: string, changes: [hoursAfterBegin: number, status: ComponentStatus][]) {
  const { componentID } = await makeComponent(daymark, { groupID });
  const { db } = daymark;
  const insert = db.prepare(
    "INSERT INTO status_changes (component_id, status, at, cause) VALUES (?, ?, ?, '')",
  );
  await db.batch([
    db
      .prepare("UPDATE components SET created_at = ? WHERE component_id = ?")
      .bind(isoTime(begin), componentID),
    db.prepare("DELETE FROM status_changes WHERE component_id = ?").bind(componentID),
    insert.bind(componentID, "Operational", isoTime(begin)),
    ...changes.map(([hours, status]) => insert.bind(componentID, status, isoTime(begin + hours * HOUR_MS))),
  ]);
  return componentID;
}

async function readUptime(groupID: string): Promise<GroupUptime> {
  const path = `/api/groups/${groupID}/uptime?days=30`;
  return (await daymark.fetch(path, { headers: { "x-test-now": isoTime(now) } })).json();
}

const outage = (from: number, to: number, status: ComponentStatus = "Major Outage") =>
  [
    [from, status],
    [to, "Operational"],
  ] satisfies [number, ComponentStatus][];

test("outages of different components add up, and those at the same time count once", async () => {
  const { groupID } = await makeGroup(daymark);
  await addComponent(groupID, outage(10, 16));
  await addComponent(groupID, outage(13, 20));
  await addComponent(groupID, outage(40, 45));
  for (let n = 0; n < 20; n += 1) await addComponent(groupID, []);
  await makeComponent(daymark, { status: "Major Outage" });
  const uptime = await readUptime(groupID);
  expect(uptime).toMatchObject({ groupID, days: 30, since: isoTime(begin) });
  expect(uptime.uptime).toBeCloseTo(1 - 15 / (20 * 24), 9);
  const dayOf = (hours: number) => isoTime(begin + hours * HOUR_MS).slice(0, 10);
  expect(uptime.history.filter(({ worst }) => worst !== "Operational").map(({ date }) => date)).toEqual([
    ...new Set([dayOf(10), dayOf(19.9), dayOf(40), dayOf(44.9)]),
  ]);
});

test("in each moment the worst status counts", async () => {
  const { groupID } = await makeGroup(daymark);
  await addComponent(groupID, outage(10, 20, "Partial Outage"));
  await addComponent(groupID, outage(12, 14));
  const { uptime } = await readUptime(groupID);
  expect(uptime).toBeCloseTo(1 - (2 + 0.3 * 8) / (20 * 24), 9);
});

test("a component takes its history into its group", async () => {
  const { groupID } = await makeGroup(daymark);
  expect(await readUptime(groupID)).toMatchObject({ uptime: null });
  const componentID = await addComponent(groupID, outage(10, 34));
  expect((await readUptime(groupID)).uptime).toBeCloseTo(1 - 1 / 20, 9);
  const json = { groupID: null };
  await daymark.administrator.components[":componentID"].$patch({ param: { componentID }, json });
  expect((await readUptime(groupID)).uptime).toBeNull();
});

test("the uptime of an unknown group is a 404, and of unknown days a 400", async () => {
  const { groupID } = await makeGroup(daymark);
  expect((await daymark.fetch("/api/groups/nobody/uptime")).status).toBe(404);
  const invalid = await daymark.fetch(`/api/groups/${groupID}/uptime?days=7`);
  expect([invalid.status, await invalid.json()]).toMatchObject([
    400,
    { errorMessage: "days must be one of: 30, 60, 90, 365." },
  ]);
});

const toJSON = ({ at, status }: Change, id: number) => JSON.stringify([isoTime(at), id, status]);

/** The worst status after each change, by the definition. */
function merge(components: Change[][]): Change[] {
  const times = [...new Set(components.flat().map(({ at }) => at))].sort((one, other) => one - other);
  return times.map((at) => ({
    at,
    status: worstStatus(
      components.map((changes) => changes.findLast((change) => change.at <= at)?.status ?? "Operational"),
    ),
  }));
}

const changesOfComponent = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 200 }), fc.constantFrom(...componentStatuses)), { maxLength: 12 })
  .map((changes) => {
    const created: Change = { at: begin, status: "Operational" };
    // Also changes at the same moment, at midnight and right now.
    const later = changes.map(([steps, status]) => ({ at: now - steps * 2 * HOUR_MS, status }));
    return [created, ...later.filter(({ at }) => at >= begin)].sort((one, other) => one.at - other.at);
  });

test("a group's uptime is that of one component with the worst status of all", () => {
  fc.assert(
    fc.property(fc.array(changesOfComponent, { minLength: 1, maxLength: 5 }), (components) => {
      const members = components.map((_, n) => ({ componentID: `${n}`, ...counted }));
      const changesOf = new Map(components.map((changes, n) => [`${n}`, changes.map(toJSON).join()]));
      const group = { groupID: "group", createdAt: isoTime(now) };
      const window = { days: 30, now: isoTime(now) } as const;
      const { uptime, since, history } = computeGroupUptime(group, { members, changesOf }, window);
      const changes = merge(components).map(({ at, status }) => ({ at: isoTime(at), status }));
      const expected = expectedUptime({ createdAt: isoTime(begin), changes }, 30, isoTime(now));
      expect({ since, history }).toEqual({ since: expected.since, history: expected.history });
      expect(uptime).toBeCloseTo(expected.uptime ?? 0, 9);
    }),
    { numRuns: 300 },
  );
});

test("what was learned later counts, and once if components failed together", () => {
  const at = (hours: number) => isoTime(begin + hours * HOUR_MS);
  const override = (from: number, to: number) => JSON.stringify([at(from), at(to), "Major Outage"]);
  const changesOf = new Map([
    ["a", override(10, 12)],
    ["b", `${override(11, 13)},${override(40, 41)}`],
  ]);
  const members = [...changesOf.keys()].map((componentID) => ({ componentID, ...counted }));
  const group = { groupID: "group", createdAt: isoTime(now) };
  const { uptime } = computeGroupUptime(group, { members, changesOf }, { days: 30, now: isoTime(now) });
  expect(uptime).toBeCloseTo(1 - 4 / (20 * 24), 9);
});
