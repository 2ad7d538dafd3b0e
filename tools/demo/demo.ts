import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Component } from "../../worker/components/schema.ts";
import { HOUR_MS } from "../../worker/time/domain.ts";
import type { Stack } from "../start/stack.ts";
import { signIn } from "../start/user-pool.ts";
import { age } from "./age.ts";
import { answer, type Client, client } from "./client.ts";
import { components, type DemoIncident, incidents, serviceName } from "./content.ts";
import { addMetrics } from "./feed.ts";
import { maintenances } from "./maintenances.ts";

/**
 * Shows a believable service on the first start, made through the API as an administrator would make it. One that
 * was stopped on the way is finished at the next start.
 */
export async function fillWithDemo(stack: Stack): Promise<void> {
  const { statusPage, pool, stateDir } = stack;
  const [begun, done] = [join(stateDir, "demo-begun"), join(stateDir, "demo-shown")];
  if (existsSync(done)) return;
  const token = await signIn(pool);
  const api = client(statusPage, async () => token);
  const present = await answer(api.components.$get());
  if (present.length === 0 || existsSync(begun)) {
    console.log("Filling the page with demo content …");
    await writeFile(begun, "");
    const emailNotification = { enable: true, sourceEmailAddress: "status@example.com" };
    await answer(api.settings.$patch({ json: { serviceName, emailNotification } }));
    const ids = await addComponents(api, present);
    await tellIncidents(api, ids);
    await planMaintenances(api, ids);
    await stack.tick();
    await age(stack, hence(-200 * 24));
    await addMetrics(stack, api);
  }
  await writeFile(done, "");
}

/** Those that are missing. */
async function addComponents(api: Client, present: Component[]): Promise<Map<string, string>> {
  const ids = new Map(present.map(({ name, componentID }) => [name, componentID]));
  for (const component of components) {
    if (ids.has(component.name)) continue;
    const { componentID } = await answer(api.components.$post({ json: component }));
    ids.set(component.name, componentID);
  }
  return ids;
}

/** Those that are missing; one that was told in part only, from its beginning again. */
async function tellIncidents(api: Client, ids: Map<string, string>): Promise<void> {
  const told = await answer(api.incidents.$get({ query: { limit: "100" } }));
  for (const incident of incidents) {
    const before = told.find(({ name }) => name === incident.name);
    if (before?.incidentUpdates.length === incident.updates.length) continue;
    if (before) await api.incidents[":incidentID"].$delete({ param: before });
    await tellIncident(api, ids, incident);
  }
}

/** Update by update, oldest first, each moved back to when it is said to have been. */
async function tellIncident(api: Client, ids: Map<string, string>, { name, updates }: DemoIncident) {
  const [first, ...later] = updates.map(({ hoursAgo, components = {}, ...update }) => ({
    ...update,
    createdAt: hence(-hoursAgo).toISOString(),
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

/** Those that are missing. */
async function planMaintenances(api: Client, ids: Map<string, string>): Promise<void> {
  const planned = await answer(api.maintenances.$get({ query: {} }));
  for (const { maintenance, startsInHours, hours, announcedHoursAgo, components } of maintenances) {
    if (planned.some(({ name }) => name === maintenance.name)) continue;
    await answer(
      api.maintenances.$post({
        json: {
          ...maintenance,
          status: "Scheduled",
          startAt: quarter(hence(startsInHours)),
          endAt: quarter(hence(startsInHours + hours)),
          createdAt: hence(-announcedHoursAgo).toISOString(),
          components: components.map((name) => ({
            componentID: ids.get(name) ?? "",
            status: "Under Maintenance",
          })),
        },
      }),
    );
  }
}

function hence(hours: number): Date {
  return new Date(Date.now() + hours * HOUR_MS);
}

/** The quarter of an hour before, as people plan. */
function quarter(time: Date): string {
  return new Date(Math.floor(time.getTime() / 900_000) * 900_000).toISOString();
}
