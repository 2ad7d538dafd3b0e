import { answer } from "../worker/local/client.ts";
import { median } from "./rates.ts";
import type { Subject } from "./subject.ts";

/** Milliseconds of `GET /` alone, each time after a write that changed the page. */
export async function medianFreshRender({ url, api }: Subject): Promise<number> {
  const [incident] = await answer(api.incidents.$get({ query: {} }));
  const param = { incidentID: incident?.incidentID ?? "" };
  const times = [];
  for (let n = 0; n < 120; n++) {
    const name = `Incident, name ${n}`;
    await answer(api.incidents[":incidentID"].$patch({ param, json: { name } }));
    const start = performance.now();
    const html = await (await fetch(`${url}/`)).text();
    times.push(performance.now() - start);
    if (!html.includes(name)) throw new Error("The page does not show what was just written.");
  }
  return median(times.slice(20)); // the first warm up
}
