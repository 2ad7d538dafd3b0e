import { afterAll, beforeAll, expect, test } from "vitest";
import type { IncidentChange } from "../../worker/incidents/schema.ts";
import type { MaintenanceChange } from "../../worker/maintenances/schema.ts";
import type { SettingsChange } from "../../worker/settings/schema.ts";
import { answer, type Daymark, startDaymark } from "../support/daymark.ts";
import { makeComponent, makeIncident, makeMaintenance } from "../support/factories.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
afterAll(() => daymark.stop());

const changeIncident = (incidentID: string, json: IncidentChange) =>
  daymark.administrator.incidents[":incidentID"].$patch({ param: { incidentID }, json });
const changeMaintenance = (maintenanceID: string, json: MaintenanceChange) =>
  daymark.administrator.maintenances[":maintenanceID"].$patch({ param: { maintenanceID }, json });
const changeSettings = (json: SettingsChange) => answer(daymark.administrator.settings.$patch({ json }));
const settings = () => answer(daymark.administrator.settings.$get());
/** A race is run more than once. */
const times = (count: number) => Array.from({ length: count }, (_, n) => n);

test("20 updates at once of one incident are all taken and all there", async () => {
  const { incidentID } = await makeIncident(daymark);
  const messages = times(20).map((n) => `At once ${n}`);
  const changed = await Promise.all(messages.map((message) => changeIncident(incidentID, { message })));
  expect(changed.map(({ status }) => status)).toEqual(messages.map(() => 200));
  const { incidentUpdates } = await answer(
    daymark.visitor.incidents[":incidentID"].$get({ param: { incidentID } }),
  );
  expect(incidentUpdates.map(({ message }) => message).sort()).toEqual(["", ...messages].sort());
});

test("a start and an end that are moved at once past each other are not both taken", async () => {
  for (const _ of times(5)) {
    const { maintenanceID } = await makeMaintenance(daymark);
    const both = await Promise.all([
      changeMaintenance(maintenanceID, { startAt: "2030-01-01T11:30:00Z" }),
      changeMaintenance(maintenanceID, { endAt: "2030-01-01T11:00:00Z" }),
    ]);
    expect(both.map(({ status }) => status as number).sort()).toEqual([200, 400]);
    const param = { maintenanceID };
    const { startAt, endAt } = await answer(daymark.visitor.maintenances[":maintenanceID"].$get({ param }));
    expect(endAt > startAt, `${startAt} to ${endAt}`).toBe(true);
  }
});

test("a step that is made by hand while the cron runs is not undone by it", async () => {
  for (const round of times(3)) {
    const day = `2040-01-0${round + 1}`;
    const window = { startAt: `${day}T10:00:00Z`, endAt: `${day}T12:00:00Z` };
    const planned = await Promise.all(
      times(20).map(async () => {
        const { componentID } = await makeComponent(daymark, { status: "Partial Outage" });
        const components = [{ componentID, status: "Under Maintenance" as const }];
        return makeMaintenance(daymark, { ...window, components });
      }),
    );
    await Promise.all([
      daymark.tick(`${day}T10:00:00Z`),
      ...planned.map(({ maintenanceID }) =>
        answer(changeMaintenance(maintenanceID, { status: "Completed" })),
      ),
    ]);
    await daymark.tick(`${day}T10:01:00Z`);
    const after = await answer(daymark.visitor.maintenances.$get({ query: { limit: "20" } }));
    expect(new Set(after.map(({ status }) => status))).toEqual(new Set(["Completed"]));
    const components = await answer(daymark.visitor.components.$get());
    expect(new Set(components.map(({ status }) => status))).toEqual(new Set(["Partial Outage"]));
  }
});

test("changes of different settings at once all land", async () => {
  for (const round of times(5)) {
    const colour = `#00000${round}`;
    await Promise.all([
      changeSettings({ serviceName: `Name ${round}` }),
      changeSettings({ backgroundColor: colour }),
      changeSettings({ emailNotification: { sourceEmailAddress: `${round}@acme.example` } }),
      changeSettings({ emailNotification: { sourceRegion: round % 2 === 0 ? "eu-west-1" : "us-east-1" } }),
    ]);
    expect(await settings()).toMatchObject({
      serviceName: `Name ${round}`,
      backgroundColor: colour,
      emailNotification: {
        sourceEmailAddress: `${round}@acme.example`,
        sourceRegion: round % 2 === 0 ? "eu-west-1" : "us-east-1",
      },
    });
  }
});

test("mail is never enabled without an address, though one takes it away as another enables mail", async () => {
  for (const _ of times(8)) {
    await changeSettings({ emailNotification: { enable: false, sourceEmailAddress: "a@acme.example" } });
    const both = await Promise.all(
      [{ enable: true }, { sourceEmailAddress: "" }].map((emailNotification) =>
        daymark.administrator.settings.$patch({ json: { emailNotification } }),
      ),
    );
    expect(both.map(({ status }) => status as number).sort()).toEqual([200, 400]);
    const { enable, sourceEmailAddress } = (await settings()).emailNotification;
    expect([enable, sourceEmailAddress]).not.toEqual([true, ""]);
  }
});
