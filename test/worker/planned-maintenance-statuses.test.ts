import { afterAll, beforeAll, expect, test } from "vitest";
import { componentStatuses } from "../../worker/components/domain.ts";
import { type Daymark, startDaymark } from "../support/daymark.ts";
import { makeComponent, makeIncident, makeMaintenance } from "../support/factories.ts";
import { schedule, someDay } from "../support/scheduled.ts";

// What a Scheduled maintenance names is a plan: it holds from the start to the end, and before that nothing shows it.

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
afterAll(() => daymark.stop());

const { change, setStatus, statusOf } = schedule(() => daymark);

type Status = (typeof componentStatuses)[number];

async function planned(
  componentID: string,
  at: (time: string) => string,
  { from = "10:00", to = "12:00", status = "Major Outage" as Status } = {},
) {
  const window = { startAt: at(from), endAt: at(to) };
  const { maintenanceID } = await makeMaintenance(daymark, {
    ...window,
    components: [{ componentID, status }],
  });
  return maintenanceID;
}

const remove = (maintenanceID: string) =>
  daymark.administrator.maintenances[":maintenanceID"].$delete({ param: { maintenanceID } });

async function changesOf(componentID: string) {
  const { results } = await daymark.db
    .prepare("SELECT status FROM status_changes WHERE component_id = ? ORDER BY at, id")
    .bind(componentID)
    .all<{ status: string }>();
  return results.map(({ status }) => status);
}

const beyond = componentStatuses.filter((status) => status !== "Operational");

test.for(beyond)("a planned %s holds from the start to the end", async (status) => {
  const at = someDay();
  const { componentID } = await makeComponent(daymark);
  await planned(componentID, at, { status });
  await daymark.tick(at("09:59"));
  expect(await statusOf(componentID)).toBe("Operational");
  expect(await changesOf(componentID)).toEqual(["Operational"]);
  await daymark.tick(at("10:00"));
  expect(await statusOf(componentID)).toBe(status);
  await daymark.tick(at("12:00"));
  expect(await statusOf(componentID)).toBe("Operational");
});

test("until its start, page, banner, feeds, v2 and uptime say nothing of a planned status", async () => {
  const at = someDay();
  const { componentID } = await makeComponent(daymark, { name: "Planned to be down" });
  const maintenanceID = await planned(componentID, at);
  await change(maintenanceID, { components: [{ componentID, status: "Partial Outage" }] });
  for (const path of [
    "/",
    `/components/${componentID}`,
    `/maintenances/${maintenanceID}`,
    `/maintenances/${maintenanceID}.md`,
    "/index.md",
    `/components/${componentID}/history.atom`,
    `/components/${componentID}/history.json`,
    "/api/v2/summary.json",
    `/api/components/${componentID}/uptime`,
  ]) {
    const text = await (await daymark.fetch(path)).text();
    expect([
      path,
      text.match(/\((Major|Partial) Outage\)|(major|partial)_outage|"worst":"(Major|Partial)/),
    ]).toEqual([path, null]);
  }
  const status = (await (await daymark.fetch("/api/v2/status.json")).json()) as { status: object };
  expect(status.status).toEqual({ indicator: "none", description: "All Systems Operational" });
});

test("a start by hand sets what was planned", async () => {
  const at = someDay();
  const { componentID } = await makeComponent(daymark);
  const maintenanceID = await planned(componentID, at, { status: "Degraded Performance" });
  await change(maintenanceID, { components: [{ componentID, status: "Partial Outage" }] });
  expect(await statusOf(componentID)).toBe("Operational");
  await change(maintenanceID, { status: "In Progress" });
  expect(await statusOf(componentID)).toBe("Partial Outage");
});

test("deleting a planned maintenance leaves nothing", async () => {
  const at = someDay();
  const { componentID } = await makeComponent(daymark, { status: "Degraded Performance" });
  expect((await remove(await planned(componentID, at))).status).toBe(204);
  await daymark.tick(at("11:00"));
  expect(await statusOf(componentID)).toBe("Degraded Performance");
  expect(await changesOf(componentID)).toEqual(["Degraded Performance"]);
});

test("deleting a running maintenance gives its components back, but for what somebody set", async () => {
  const at = someDay();
  const [own, held, other, byHand] = [
    await makeComponent(daymark, { status: "Degraded Performance" }),
    await makeComponent(daymark),
    await makeComponent(daymark),
    await makeComponent(daymark),
  ];
  await makeIncident(daymark, { components: [{ componentID: held.componentID, status: "Partial Outage" }] });
  await planned(other.componentID, at, { to: "14:00", status: "Under Maintenance" });
  const { maintenanceID } = await makeMaintenance(daymark, {
    startAt: at("10:00"),
    endAt: at("12:00"),
    components: [own, held, other, byHand].map(({ componentID }) => ({
      componentID,
      status: "Major Outage",
    })),
  });
  await daymark.tick(at("10:00"));
  await setStatus(byHand.componentID, "Partial Outage");
  expect((await remove(maintenanceID)).status).toBe(204);
  const left = await Promise.all([own, held, other, byHand].map(({ componentID }) => statusOf(componentID)));
  expect(left).toEqual(["Degraded Performance", "Partial Outage", "Under Maintenance", "Partial Outage"]);
  await daymark.tick(at("14:00"));
  expect(await statusOf(other.componentID)).toBe("Operational");
});

test("a maintenance that ends leaves what another running one plans, and the last one gives back", async () => {
  const at = someDay();
  const { componentID } = await makeComponent(daymark);
  await planned(componentID, at, { to: "13:00", status: "Under Maintenance" });
  await planned(componentID, at, { from: "11:00", to: "12:00", status: "Degraded Performance" });
  const seen = [];
  for (const minute of ["10:00", "11:00", "12:00", "13:00"]) {
    await daymark.tick(at(minute));
    seen.push(await statusOf(componentID));
  }
  expect(seen).toEqual(["Under Maintenance", "Degraded Performance", "Under Maintenance", "Operational"]);
});

test("a maintenance that is put off with another plan gives its components back", async () => {
  const at = someDay();
  const { componentID } = await makeComponent(daymark);
  const maintenanceID = await planned(componentID, at, { status: "Partial Outage" });
  await daymark.tick(at("10:00"));
  await change(maintenanceID, {
    status: "Scheduled",
    startAt: at("18:00"),
    endAt: at("20:00"),
    components: [{ componentID, status: "Major Outage" }],
  });
  expect(await statusOf(componentID)).toBe("Operational");
  await daymark.tick(at("18:00"));
  expect(await statusOf(componentID)).toBe("Major Outage");
  await daymark.tick(at("20:00"));
  expect(await statusOf(componentID)).toBe("Operational");
});

test("what a running maintenance says later is given back as well", async () => {
  const at = someDay();
  const { componentID } = await makeComponent(daymark);
  const maintenanceID = await planned(componentID, at, { status: "Under Maintenance" });
  await daymark.tick(at("10:00"));
  await change(maintenanceID, { components: [{ componentID, status: "Degraded Performance" }] });
  expect(await statusOf(componentID)).toBe("Degraded Performance");
  await daymark.tick(at("12:00"));
  expect(await statusOf(componentID)).toBe("Operational");
});
