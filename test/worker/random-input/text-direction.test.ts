import { afterAll, beforeAll, expect, test } from "vitest";
import {
  makeComponent,
  makeIncident,
  makeMaintenance,
  makeMetric,
} from "../../support/factories/factories.ts";
import { reads } from "../../support/readers/all-reads.ts";
import { directionChangingName, findUnisolatedTexts } from "../../support/readers/text-direction.ts";
import { answer, type Daymark, startDaymark } from "../../support/starters/daymark.ts";

// A name can contain characters that change the text direction, which must not affect the text beside it.

const name = directionChangingName;

let daymark: Daymark;
let ids: Record<string, string>;
beforeAll(async () => {
  daymark = await startDaymark();
  await answer(daymark.administrator.settings.$patch({ json: { serviceName: name } }));
  const { componentID } = await makeComponent(daymark, { name, description: name });
  const components = [{ componentID, status: "Partial Outage" as const }];
  const { incidentID } = await makeIncident(daymark, { name, message: name, components });
  const { maintenanceID } = await makeMaintenance(daymark, { name, message: name, components });
  const titles = { title: name, description: name, unit: name };
  const { metricID } = await makeMetric(daymark, { ...titles, status: "Visible" });
  ids = { componentID, incidentID, maintenanceID, metricID, logo: "none" };
});
afterAll(() => daymark.stop());

const examples = Object.values(reads).flatMap((all) => all.map(([example]) => example));

test.for(examples)("a name that changes the text direction is isolated in %s", async (example) => {
  const response = await daymark.fetch(example.replace(/:(\w+)/g, (_, key: string) => ids[key] ?? key));
  expect(findUnisolatedTexts(await response.text())).toEqual([]);
});
