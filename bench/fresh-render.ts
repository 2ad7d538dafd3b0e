import { answer } from "../tools/demo/client.ts";
import { median } from "./rates.ts";
import type { Subject } from "./subject.ts";

const WARM_UP_ROUNDS = 20;

/** @returns the median milliseconds of `GET /` after a write, for each subject. They take turns, so that noise affects all alike. */
export async function medianFreshRenders(...subjects: Subject[]): Promise<number[]> {
  const times = subjects.map((): number[] => []);
  for (let n = 0; n < WARM_UP_ROUNDS + 100; n++) {
    for (const [index, subject] of subjects.entries()) times[index]?.push(await freshRender(subject, n));
  }
  return times.map((each) => median(each.slice(WARM_UP_ROUNDS)));
}

async function freshRender({ url, api }: Subject, n: number): Promise<number> {
  const [incident] = await answer(api.incidents.$get({ query: { limit: "1" } }));
  const param = { incidentID: incident?.incidentID ?? "" };
  const name = `Incident, name ${n}`;
  await answer(api.incidents[":incidentID"].$patch({ param, json: { name } }));
  // The component changes, too, so that its rendered row and days can't come from a cache.
  const [component] = await answer(api.components.$get());
  const status = n % 2 === 0 ? "Partial Outage" : "Operational";
  const changed = {
    param: { componentID: component?.componentID ?? "" },
    json: { description: name, status },
  } as const;
  await answer(api.components[":componentID"].$patch(changed));
  const start = performance.now();
  const html = await (await fetch(`${url}/`)).text();
  const time = performance.now() - start;
  if (html.split(name).length !== 3) throw new Error("The page does not show what was just written.");
  return time;
}
