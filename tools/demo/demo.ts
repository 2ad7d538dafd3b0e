import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Component } from "../../worker/components/schema.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../../worker/shared/time/domain.ts";
import type { Stack } from "../start/stack.ts";
import { signIn } from "../start/user-pool.ts";
import { backdate } from "./backdate.ts";
import { answer, type Client, client } from "./client.ts";
import { components, type DemoIncident, incidents, serviceName } from "./content.ts";
import { addMetrics } from "./feed.ts";
import { maintenances } from "./maintenances.ts";

const SERVICE_AGE_DAYS = 200;
const HOURS_PER_DAY = DAY_MS / HOUR_MS;

/**
 * Creates a demo service through the API at the first start. If the process is stopped before the demo is complete, the next
 * start continues.
 */
export async function fillWithDemo(stack: Omit<Stack, "stop">): Promise<void> {
  const { statusPage, pool, stateDir } = stack;
  const { startedFile, completedFile } = progressFiles(stateDir);
  if (existsSync(completedFile)) return;
  const token = await signIn(pool);
  const api = client(statusPage, async () => token);
  const existing = await answer(api.components.$get());
  if (existing.length === 0 || existsSync(startedFile)) {
    console.log("Filling the page with demo content …");
    await writeFile(startedFile, "");
    const emailNotification = { enable: true, sourceEmailAddress: "status@example.com" };
    await answer(api.settings.$patch({ json: { serviceName, emailNotification } }));
    const ids = await addComponents(api, existing);
    await postIncidents(api, ids);
    await planMaintenances(api, ids);
    await stack.runCron();
    await backdate(stack, hoursFromNow(-SERVICE_AGE_DAYS * HOURS_PER_DAY));
    await addMetrics(stack, api);
  }
  await writeFile(completedFile, "");
}

/** Their presence says how far the demo is. */
export function progressFiles(stateDir: string) {
  return { startedFile: join(stateDir, "demo-begun"), completedFile: join(stateDir, "demo-shown") };
}

async function addComponents(api: Client, existing: Component[]): Promise<Map<string, string>> {
  const ids = new Map(existing.map(({ name, componentID }) => [name, componentID]));
  const groups = await answer(api.groups.$get());
  const groupIDs = new Map(groups.map(({ name, groupID }) => [name, groupID]));
  const start = hoursFromNow(-SERVICE_AGE_DAYS * HOURS_PER_DAY).getTime() / SECOND_MS;
  for (const [index, { group, ...component }] of components.entries()) {
    // An hour apart, so that moving one changes only its own order.
    const order = Math.floor(start) + index * (HOUR_MS / SECOND_MS);
    if (group !== undefined && !groupIDs.has(group)) {
      const json = { name: group, order: order - MINUTE_MS / SECOND_MS };
      groupIDs.set(group, (await answer(api.groups.$post({ json }))).groupID);
    }
    if (ids.has(component.name)) continue;
    const json = { ...component, order, groupID: groupIDs.get(group ?? "") ?? null };
    ids.set(component.name, (await answer(api.components.$post({ json }))).componentID);
  }
  return ids;
}

/** Creates missing incidents. An incident with only some of its updates is deleted and created again. */
async function postIncidents(api: Client, ids: Map<string, string>): Promise<void> {
  const stored = await answer(api.incidents.$get({ query: { limit: "100" } }));
  for (const incident of incidents) {
    const existing = stored.find(({ name }) => name === incident.name);
    if (existing?.incidentUpdates.length === incident.updates.length) continue;
    if (existing) await api.incidents[":incidentID"].$delete({ param: existing });
    await postIncident(api, ids, incident);
  }
}

async function postIncident(api: Client, ids: Map<string, string>, { name, updates }: DemoIncident) {
  const [first, ...later] = updates.map(({ hoursAgo, components = {}, ...update }) => ({
    ...update,
    createdAt: hoursFromNow(-hoursAgo).toISOString(),
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

async function planMaintenances(api: Client, ids: Map<string, string>): Promise<void> {
  const existing = await answer(api.maintenances.$get({ query: {} }));
  for (const { maintenance, startsInHours, hours, announcedHoursAgo, components } of maintenances) {
    if (existing.some(({ name }) => name === maintenance.name)) continue;
    await answer(
      api.maintenances.$post({
        json: {
          ...maintenance,
          status: "Scheduled",
          startAt: roundToQuarter(hoursFromNow(startsInHours)),
          endAt: roundToQuarter(hoursFromNow(startsInHours + hours)),
          createdAt: hoursFromNow(-announcedHoursAgo).toISOString(),
          components: components.map((name) => ({
            componentID: ids.get(name) ?? "",
            status: "Under Maintenance",
          })),
        },
      }),
    );
  }
}

function hoursFromNow(hours: number): Date {
  return new Date(Date.now() + hours * HOUR_MS);
}

/** Maintenances look planned if they start at a full quarter of an hour. */
function roundToQuarter(time: Date): string {
  const quarterMs = 15 * MINUTE_MS;
  return new Date(Math.floor(time.getTime() / quarterMs) * quarterMs).toISOString();
}
