import { afterAll, beforeAll, expect, test } from "vitest";
import { type ComponentStatus, componentStatuses } from "../../../worker/components/domain.ts";
import { makeComponent, makeIncident } from "../../support/factories/factories.ts";
import { parseHTML, textOf } from "../../support/readers/html.ts";
import { answer, type Daymark, startDaymark } from "../../support/starters/daymark.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
afterAll(() => daymark.stop());

const setStatus = (componentID: string, status: ComponentStatus) =>
  answer(
    daymark.administrator.components[":componentID"].$patch({ param: { componentID }, json: { status } }),
  );
const readBanner = async () => textOf(parseHTML(await (await daymark.fetch("/")).text()).querySelector("h1"));

const indicators: Record<string, string> = {
  "All Systems Operational": "none",
  "Partially Degraded Service": "minor",
  "Degraded System Service": "minor",
  "Minor Service Outage": "minor",
  "Partial System Outage": "major",
  "Major System Outage": "critical",
  "Service Under Maintenance": "maintenance",
};

test("with every combination of statuses, indicator and banner fit the description, and none means that all is well", async () => {
  const one = await makeComponent(daymark);
  const other = await makeComponent(daymark);
  const incident = await makeIncident(daymark, { status: "Resolved" });
  const seen = new Set<string>();
  for (const status of ["Monitoring", "Resolved"] as const) {
    const param = { incidentID: incident.incidentID };
    await answer(daymark.administrator.incidents[":incidentID"].$patch({ param, json: { status } }));
    for (const first of componentStatuses) {
      for (const second of componentStatuses) {
        await setStatus(one.componentID, first);
        await setStatus(other.componentID, second);
        const { indicator, description } = (await (await daymark.fetch("/api/v2/status.json")).json()).status;
        seen.add(description);
        expect(indicators[description]).toBe(indicator);
        expect(await readBanner()).toBe(description);
        const isAllWell = first === "Operational" && second === "Operational" && status === "Resolved";
        expect(indicator === "none", `${first}, ${second}, ${status}`).toBe(isAllWell);
      }
    }
  }
  expect(seen).toEqual(new Set(Object.keys(indicators)));
});
