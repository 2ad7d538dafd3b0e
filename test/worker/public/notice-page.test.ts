import { afterAll, beforeAll, expect, test } from "vitest";
import { makeComponent, makeIncident, makeMaintenance } from "../../support/factories/factories.ts";
import { parseHTML, textOf } from "../../support/readers/html.ts";
import { answer, type Daymark, startDaymark } from "../../support/starters/daymark.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
afterAll(() => daymark.stop());

const at = (time: string) => `2026-03-10T${time}:00.000Z`;

async function readCard(path: string, now: string) {
  const response = await daymark.fetch(path, { headers: { "x-test-now": now } });
  const page = parseHTML(await response.text());
  const card = page.querySelector("article");
  return {
    periods: [...(card?.querySelectorAll(".window") ?? [])].map(textOf),
    affected: [...(card?.querySelectorAll(".affected li") ?? [])].map(textOf),
  };
}

const update = (incidentID: string, json: object) =>
  answer(daymark.administrator.incidents[":incidentID"].$patch({ param: { incidentID }, json }));

test("an open incident's page says when it began and for how long it has been going on at least", async () => {
  const { incidentID } = await makeIncident(daymark, { createdAt: at("10:05") });
  const path = `/incidents/${incidentID}`;
  const began = "Began Mar 10, 2026 - 10:05 (UTC)";
  for (const [now, text] of [
    [at("10:05"), `${began} · ongoing`],
    [at("10:12"), `${began} · ongoing`],
    [at("10:29"), `${began} · ongoing for over 20 minutes`],
    [at("11:19"), `${began} · ongoing for over 1 hour, 10 minutes`],
    ["2026-03-12T12:30:00.000Z", `${began} · ongoing for over 2 days, 2 hours`],
  ] as const)
    expect((await readCard(path, now)).periods).toEqual([text]);
  expect((await readCard(`${path}?lang=de`, at("11:19"))).periods).toEqual([
    "Beginn: 10. März 2026, 10:05 UTC · dauert seit über 1 Stunde, 10 Minuten an",
  ]);
});

test("each update of an incident's page begins with its status, the newest one too", async () => {
  const { incidentID } = await makeIncident(daymark, { status: "Investigating", message: "We're looking." });
  await update(incidentID, { status: "Identified", message: "A disk is full." });
  const page = parseHTML(await (await daymark.fetch(`/incidents/${incidentID}`)).text());
  expect([...page.querySelectorAll(".update-head strong")].map(textOf)).toEqual([
    "Identified",
    "Investigating",
  ]);
});

test("a resolved incident's page says how long it lasted, also on a page without its last update", async () => {
  const { incidentID } = await makeIncident(daymark, { createdAt: at("10:00"), message: "We're looking." });
  const message = "x".repeat(20_000);
  for (let count = 0; count < 4; count += 1) await update(incidentID, { status: "Identified", message });
  await update(incidentID, { status: "Resolved", message: "It works again." });
  await update(incidentID, { status: "Resolved", message: "We're sorry." });
  const times = [at("10:10"), at("10:20"), at("10:30"), at("10:40"), at("12:05"), at("13:00")];
  await daymark.db.batch(
    times.map((time, index) =>
      daymark.db
        .prepare(
          "UPDATE notice_updates SET created_at = ?1 WHERE rowid = (SELECT rowid FROM notice_updates WHERE notice_id = ?2 ORDER BY rowid LIMIT 1 OFFSET ?3)",
        )
        .bind(time, incidentID, index + 1),
    ),
  );
  const lasted = "Mar 10, 2026 - 10:00 (UTC) · lasted 2 hours, 5 minutes";
  for (const path of [`/incidents/${incidentID}?page=1`, `/incidents/${incidentID}?page=2`])
    expect((await readCard(path, at("14:00"))).periods).toEqual([lasted]);
});

test("an incident's page names each affected component with the worst status that it had", async () => {
  // They are created one after the other, because they are listed in the order of their creation.
  const api = await makeComponent(daymark, { name: "API" });
  const web = await makeComponent(daymark, { name: "Website" });
  const mail = await makeComponent(daymark, { name: "Mail" });
  const components = (apiStatus: string, webStatus: string) =>
    [
      { componentID: api.componentID, status: apiStatus },
      { componentID: web.componentID, status: webStatus },
      { componentID: mail.componentID, status: "Operational" },
    ] as { componentID: string; status: "Operational" }[]; // of the test's own
  const { incidentID } = await makeIncident(daymark, {
    components: components("Partial Outage", "Degraded Performance"),
  });
  await update(incidentID, { components: components("Major Outage", "Degraded Performance") });
  await update(incidentID, { components: components("Degraded Performance", "Degraded Performance") });
  const read = async () => (await readCard(`/incidents/${incidentID}`, new Date().toISOString())).affected;
  expect(await read()).toEqual([
    "API Degraded Performance (at its worst Major Outage)",
    "Website Degraded Performance",
    "Mail",
  ]);
  await update(incidentID, { status: "Resolved", components: components("Operational", "Operational") });
  await makeIncident(daymark, { components: [{ componentID: web.componentID, status: "Partial Outage" }] });
  expect(await read()).toEqual([
    "API at its worst Major Outage · now Operational",
    "Website at its worst Degraded Performance · now Partial Outage",
    "Mail",
  ]);
});

test("an open incident says what it did to a component that works again, and doesn't say that it affects it", async () => {
  const { componentID } = await makeComponent(daymark, { name: "Queue" });
  const { incidentID } = await makeIncident(daymark, {
    components: [{ componentID, status: "Partial Outage" }],
  });
  const affected = async (path: string) => {
    const card = parseHTML(await (await daymark.fetch(path)).text()).getElementById(
      `incidents/${incidentID}`,
    );
    return [textOf(card?.querySelector(".affected")), card?.querySelectorAll(".affected .icon").length];
  };
  expect(await affected("/")).toEqual(["Affects Queue Partial Outage", 1]);
  const json = { status: "Operational" } as const;
  await answer(daymark.administrator.components[":componentID"].$patch({ param: { componentID }, json }));
  for (const path of ["/", `/incidents/${incidentID}`])
    expect(await affected(path)).toEqual(["Affected Queue at its worst Partial Outage · now Operational", 0]);
});

test("an open incident names the present status of a component, also where another incident has set it", async () => {
  const { componentID } = await makeComponent(daymark, { name: "Queue" });
  const components = (status: "Partial Outage" | "Major Outage") => ({
    components: [{ componentID, status }],
  });
  const { incidentID } = await makeIncident(daymark, components("Partial Outage"));
  await makeIncident(daymark, { name: "Worse", ...components("Major Outage") });
  const now = new Date().toISOString();
  expect((await readCard(`/incidents/${incidentID}`, now)).affected).toEqual(["Queue Major Outage"]);
  const page = parseHTML(await (await daymark.fetch("/")).text());
  const card = page.getElementById(`incidents/${incidentID}`);
  expect(textOf(card?.querySelector(".affected li"))).toBe("Queue Major Outage");
  const feed = await (await daymark.fetch("/history.atom")).text();
  expect(feed).toContain("Queue (Major Outage)");
  expect(feed).not.toContain("Queue (Partial Outage)");
});

test("a planned maintenance names the statuses that components will get, and those that they had once it is over", async () => {
  const { componentID } = await makeComponent(daymark, { name: "Storage" });
  const { maintenanceID } = await makeMaintenance(daymark, {
    components: [{ componentID, status: "Under Maintenance" }],
  });
  const read = async () =>
    (await readCard(`/maintenances/${maintenanceID}`, new Date().toISOString())).affected;
  const setStatus = (json: object) =>
    answer(daymark.administrator.maintenances[":maintenanceID"].$patch({ param: { maintenanceID }, json }));
  expect(await read()).toEqual(["Storage will be Under Maintenance"]);
  // What another incident did before the start is not part of the maintenance.
  const { incidentID } = await makeIncident(daymark, {
    components: [{ componentID, status: "Major Outage" }],
  });
  await setStatus({ message: "Soon." });
  await update(incidentID, { status: "Resolved", components: [{ componentID, status: "Operational" }] });
  expect(await read()).toEqual(["Storage will be Under Maintenance"]);
  await setStatus({ status: "In Progress" });
  expect(await read()).toEqual(["Storage Under Maintenance"]);
  await setStatus({ status: "Completed" });
  expect(await read()).toEqual(["Storage at its worst Under Maintenance · now Operational"]);
});

/** Announces a maintenance from 10:00 to 12:00, which begins and ends when `post` says so. */
async function announceMaintenance() {
  const { maintenanceID } = await makeMaintenance(daymark, { startAt: at("10:00"), endAt: at("12:00") });
  const post = async (status: "In Progress" | "Completed", time: string) => {
    const param = { maintenanceID };
    await answer(daymark.administrator.maintenances[":maintenanceID"].$patch({ param, json: { status } }));
    await daymark.db
      .prepare("UPDATE notice_updates SET created_at = ?1 WHERE notice_id = ?2 AND status = ?3")
      .bind(time, maintenanceID, status)
      .run();
  };
  await daymark.db
    .prepare("UPDATE notice_updates SET created_at = ?1 WHERE notice_id = ?2")
    .bind(at("09:00"), maintenanceID)
    .run();
  return { path: `/maintenances/${maintenanceID}`, post };
}

test("a maintenance's page says when it really began and how long it lasted, beside its window", async () => {
  const { path, post } = await announceMaintenance();
  const [before] = (await readCard(path, at("09:30"))).periods;
  expect(before).toMatch(/10:00.*12:00 \(UTC\)$/);
  await post("In Progress", at("10:06"));
  expect((await readCard(path, at("10:36"))).periods).toEqual([
    before,
    "Began Mar 10, 2026 - 10:06 (UTC) · ongoing for over 30 minutes",
  ]);
  await post("Completed", at("11:36"));
  expect((await readCard(path, at("15:00"))).periods).toEqual([
    before,
    "Began Mar 10, 2026 - 10:06 (UTC) · lasted 1 hour, 30 minutes",
  ]);
});

test("the page of a maintenance that began on time says so in its window alone", async () => {
  const { path, post } = await announceMaintenance();
  const [before] = (await readCard(path, at("09:30"))).periods;
  await post("In Progress", at("10:05"));
  expect((await readCard(path, at("10:35"))).periods).toEqual([`${before} · ongoing for over 30 minutes`]);
  await post("Completed", at("11:35"));
  expect((await readCard(path, at("15:00"))).periods).toEqual([`${before} · lasted 1 hour, 30 minutes`]);
});

test("an incident's page lets its button write to the clipboard, which other pages can't", async () => {
  const { incidentID } = await makeIncident(daymark);
  const readPolicy = async (path: string) =>
    (await daymark.fetch(path)).headers.get("Permissions-Policy")?.includes("clipboard-write");
  expect(await readPolicy(`/incidents/${incidentID}`)).toBe(false);
  expect(await readPolicy("/history")).toBe(true);
});

test("the address that Statuspage has for a maintenance leads to its page here", async () => {
  const { maintenanceID } = await makeMaintenance(daymark);
  for (const search of ["", "?lang=de"]) {
    const response = await daymark.fetch(`/incidents/${maintenanceID}${search}`, { redirect: "manual" });
    expect([response.status, response.headers.get("Location")]).toEqual([
      301,
      `/maintenances/${maintenanceID}${search}`,
    ]);
  }
  // An incident's address stays its own, and what doesn't exist is not found.
  const { incidentID } = await makeIncident(daymark);
  for (const path of [`/maintenances/${incidentID}`, "/incidents/000000000000", "/incidents/x"])
    expect((await daymark.fetch(path, { redirect: "manual" })).status).toBe(404);
  await daymark.administrator.maintenances[":maintenanceID"].$delete({ param: { maintenanceID } });
  expect((await daymark.fetch(`/incidents/${maintenanceID}`, { redirect: "manual" })).status).toBe(404);
});
