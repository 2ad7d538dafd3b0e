import { type Context, Hono } from "hono";
import { publicResponse } from "../../cache/public-response.ts";
import type { AppEnv } from "../../env.ts";
import { call } from "../../http/call.ts";
import { json } from "../../http/rendered.ts";
import { soonestFirst, toIncidents, toMaintenances } from "./notices.ts";
import { v2Operations } from "./operations.ts";
import { makeSite, toComponents, toPage, toStatus } from "./responses.ts";
import type { Components, Incidents, Maintenances, PageStatus, Summary } from "./schema.ts";
import { loadContent, noticeSets } from "./store.ts";

/**
 * The read API of Atlassian Statuspage, so that its clients work with this page. @see https://developer.atlassian.com/cloud/statuspage/
 */
export const v2Routes = new Hono<AppEnv>()
  .get(
    "/summary.json",
    call(v2Operations.getV2Summary, schema("Summary")),
    publicResponse({ clock: "day" }, async (c) => {
      const { page, site, content } = await load(c, noticeSets.current);
      return json({
        page,
        components: toComponents(site, content),
        incidents: toIncidents(site, content),
        scheduled_maintenances: soonestFirst(toMaintenances(site, content)),
        status: toStatus(content),
      } satisfies Summary);
    }),
  )
  .get(
    "/status.json",
    call(v2Operations.getV2Status, schema("PageStatus")),
    publicResponse({ clock: "day" }, async (c) => {
      const { page, content } = await load(c, noticeSets.unresolved);
      return json({ page, status: toStatus(content) } satisfies PageStatus);
    }),
  )
  .get(
    "/components.json",
    call(v2Operations.listV2Components, schema("Components")),
    publicResponse({ clock: "day" }, async (c) => {
      const { page, site, content } = await load(c, noticeSets.none);
      return json({ page, components: toComponents(site, content) } satisfies Components);
    }),
  )
  .get("/incidents.json", call(v2Operations.listV2Incidents, schema("Incidents")), incidents("incidents"))
  .get(
    "/incidents/unresolved.json",
    call(v2Operations.listV2UnresolvedIncidents, schema("Incidents")),
    incidents("unresolved"),
  )
  .get(
    "/scheduled-maintenances.json",
    call(v2Operations.listV2Maintenances, schema("Maintenances")),
    publicResponse({ clock: "day" }, async (c) => {
      const { page, site, content } = await load(c, noticeSets.maintenances);
      return json({ page, scheduled_maintenances: toMaintenances(site, content) } satisfies Maintenances);
    }),
  )
  .get(
    "/scheduled-maintenances/upcoming.json",
    call(v2Operations.listV2UpcomingMaintenances, schema("Maintenances")),
    bySchedule("upcoming"),
  )
  .get(
    "/scheduled-maintenances/active.json",
    call(v2Operations.listV2ActiveMaintenances, schema("Maintenances")),
    bySchedule("active"),
  );

function schema(name: "Components" | "Incidents" | "Maintenances" | "PageStatus" | "Summary") {
  return async () => ({ 200: (await import("./schema.ts"))[name] });
}

function incidents(selection: "incidents" | "unresolved") {
  return publicResponse({ clock: "day" }, async (c) => {
    const { page, site, content } = await load(c, noticeSets[selection]);
    return json({ page, incidents: toIncidents(site, content) } satisfies Incidents);
  });
}

function bySchedule(selection: "upcoming" | "active") {
  return publicResponse({ clock: "day" }, async (c) => {
    const { page, site, content } = await load(c, noticeSets[selection]);
    const scheduled_maintenances = soonestFirst(toMaintenances(site, content));
    return json({ page, scheduled_maintenances } satisfies Maintenances);
  });
}

async function load({ env, var: { db } }: Context<AppEnv>, selection: Parameters<typeof loadContent>[1]) {
  const [site, content] = await Promise.all([makeSite(env), loadContent(db, selection)]);
  return { page: toPage(site, content), site, content };
}
