import { answer } from "../../tools/demo/client.ts";
import { median } from "./rates.ts";
import type { Subject } from "./subject.ts";

const WARM_UP_ROUNDS = 20;
const MEASURED_ROUNDS = 100;

/** @returns the median milliseconds of `GET /` after a write, for each subject. They take turns, so that noise affects all alike. */
export async function medianFreshRenders(...subjects: Subject[]): Promise<number[]> {
  const timesMs = subjects.map((): number[] => []);
  for (let n = 0; n < WARM_UP_ROUNDS + MEASURED_ROUNDS; n++) {
    for (const [index, subject] of subjects.entries())
      timesMs[index]?.push(await measureFreshRender(subject, n));
  }
  return timesMs.map((subjectTimesMs) => median(subjectTimesMs.slice(WARM_UP_ROUNDS)));
}

async function measureFreshRender({ url, api }: Subject, n: number): Promise<number> {
  const [incident] = await answer(api.incidents.$get({ query: { limit: "1" } }));
  const param = { incidentID: incident?.incidentID ?? "" };
  const name = `Incident, name ${n}`;
  await answer(api.incidents[":incidentID"].$patch({ param, json: { name } }));
  // Also changes a component, so that its row and days can't come from a cache.
  const [component] = await answer(api.components.$get());
  const status = n % 2 === 0 ? "Partial Outage" : "Operational";
  const componentPatch = {
    param: { componentID: component?.componentID ?? "" },
    json: { description: name, status },
  } as const;
  await answer(api.components[":componentID"].$patch(componentPatch));
  const start = performance.now();
  const html = await (await fetch(`${url}/`)).text();
  const durationMs = performance.now() - start;
  if (html.split(name).length !== 3) throw new Error("The page does not show what was just written.");
  return durationMs;
}
