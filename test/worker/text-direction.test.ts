import { afterAll, beforeAll, expect, test } from "vitest";
import { answer, type Daymark, startDaymark } from "../support/daymark.ts";
import { makeComponent, makeIncident, makeMaintenance, makeMetric } from "../support/factories.ts";
import { reads } from "../support/reads.ts";
import { turned, turningName } from "../support/turning-name.ts";

// Whoever may write a name can have it turn the direction of writing, and with it the words beside it.

const name = turningName;

let daymark: Daymark;
let made: Record<string, string>;
beforeAll(async () => {
  daymark = await startDaymark();
  await answer(daymark.administrator.settings.$patch({ json: { serviceName: name } }));
  const { componentID } = await makeComponent(daymark, { name, description: name });
  const components = [{ componentID, status: "Partial Outage" as const }];
  const { incidentID } = await makeIncident(daymark, { name, message: name, components });
  const { maintenanceID } = await makeMaintenance(daymark, { name, message: name, components });
  const titles = { title: name, description: name, unit: name };
  const { metricID } = await makeMetric(daymark, { ...titles, status: "Visible" });
  made = { componentID, incidentID, maintenanceID, metricID, logo: "none" };
});
afterAll(() => daymark.stop());

const examples = Object.values(reads).flatMap((all) => all.map(([example]) => example));

test.for(examples)(
  "a name that turns the direction of writing turns nothing but itself in %s",
  async (example) => {
    const response = await daymark.fetch(example.replace(/:(\w+)/g, (_, id: string) => made[id] ?? id));
    expect(turned(await response.text())).toEqual([]);
  },
);
