import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { answer, type Client, client } from "./client.ts";
import { components, type DemoIncident, incidents, serviceName } from "./demo-content.ts";
import { addMetrics } from "./feed.ts";
import type { Stack } from "./stack.ts";
import { signIn } from "./user-pool.ts";

/** Shows a believable service on the first start, made through the API as an administrator would make it. */
export async function fillWithDemo(stack: Stack): Promise<void> {
  const { statusPage, pool, stateDir } = stack;
  const done = join(stateDir, "demo-shown");
  if (existsSync(done)) return;
  const token = await signIn(pool);
  const api = client(statusPage, async () => token);
  const present = await answer(api.components.$get());
  if (present.length === 0) {
    console.log("Filling the page with demo content …");
    await answer(api.settings.$patch({ json: { serviceName } }));
    const ids = await addComponents(api);
    for (const incident of incidents) await tellIncident(api, ids, incident);
    await addMetrics(stack, api);
  }
  await writeFile(done, "");
}

async function addComponents(api: Client): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const component of components) {
    const { componentID } = await answer(api.components.$post({ json: component }));
    ids.set(component.name, componentID);
  }
  return ids;
}

/** Update by update, oldest first, each moved back to when it is said to have been. */
async function tellIncident(api: Client, ids: Map<string, string>, { name, updates }: DemoIncident) {
  const [first, ...later] = updates.map(({ hoursAgo, components = {}, ...update }) => ({
    ...update,
    createdAt: new Date(Date.now() - hoursAgo * 3_600_000).toISOString(),
    components: Object.entries(components).map(([component, status]) => ({
      componentID: ids.get(component) ?? "",
      status,
    })),
  }));
  if (!first) return;
  const { incidentID } = await answer(api.incidents.$post({ json: { name, ...first } }));
  for (const { createdAt, ...update } of later) {
    const param = { incidentID };
    const { incidentUpdates } = await answer(api.incidents[":incidentID"].$patch({ param, json: update }));
    const incidentUpdateID = incidentUpdates[0]?.incidentUpdateID ?? "";
    await answer(
      api.incidents[":incidentID"].incidentupdates[":incidentUpdateID"].$patch({
        param: { incidentID, incidentUpdateID },
        json: { createdAt },
      }),
    );
  }
}
