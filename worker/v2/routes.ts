import { type Context, Hono } from "hono";
import type * as z from "zod";
import { publicAnswer } from "../cache.ts";
import type { AppEnv } from "../env.ts";
import { call } from "../openapi/call.ts";
import { componentsOf, pageOf, siteOf, statusOf } from "./answers.ts";
import { incidentsOf, maintenancesOf, soonestFirst } from "./notices.ts";
import { Components, Incidents, Maintenances, PageStatus, Summary } from "./schema.ts";
import { loadContent, wanted } from "./store.ts";

/**
 * The read API of hosted status pages, which existing clients ask.
 * @see https://developer.atlassian.com/cloud/statuspage/
 */
export const v2Routes = new Hono<AppEnv>()
  .get("/summary.json", publicAnswer, reads("the whole page", Summary), async (c) => {
    const { page, site, content } = await load(c, wanted.current);
    return c.json({
      page,
      components: componentsOf(site, content),
      incidents: incidentsOf(site, content),
      scheduled_maintenances: soonestFirst(maintenancesOf(site, content)),
      status: statusOf(content),
    } satisfies Summary);
  })
  .get("/status.json", publicAnswer, reads("how all is, in a word", PageStatus), async (c) => {
    const { page, content } = await load(c, wanted.unresolved);
    return c.json({ page, status: statusOf(content) } satisfies PageStatus);
  })
  .get("/components.json", publicAnswer, reads("the components by their order", Components), async (c) => {
    const { page, site, content } = await load(c, wanted.none);
    return c.json({ page, components: componentsOf(site, content) } satisfies Components);
  })
  .get("/incidents.json", publicAnswer, reads("the 50 newest incidents", Incidents), incidents("incidents"))
  .get(
    "/incidents/unresolved.json",
    publicAnswer,
    reads("the open incidents, newest first", Incidents),
    incidents("unresolved"),
  )
  .get(
    "/scheduled-maintenances.json",
    publicAnswer,
    reads("the 50 newest maintenances", Maintenances),
    async (c) => {
      const { page, site, content } = await load(c, wanted.maintenances);
      return c.json({ page, scheduled_maintenances: maintenancesOf(site, content) } satisfies Maintenances);
    },
  )
  .get(
    "/scheduled-maintenances/upcoming.json",
    publicAnswer,
    reads("the planned maintenances, the next first", Maintenances),
    bySchedule("upcoming"),
  )
  .get(
    "/scheduled-maintenances/active.json",
    publicAnswer,
    reads("the running maintenances", Maintenances),
    bySchedule("active"),
  );

function reads(what: string, answer: z.ZodType) {
  return call(`Read ${what}`, { 200: answer }, { tag: "For status page clients" });
}

function incidents(which: "incidents" | "unresolved") {
  return async (c: Context<AppEnv>) => {
    const { page, site, content } = await load(c, wanted[which]);
    return c.json({ page, incidents: incidentsOf(site, content) } satisfies Incidents);
  };
}

function bySchedule(which: "upcoming" | "active") {
  return async (c: Context<AppEnv>) => {
    const { page, site, content } = await load(c, wanted[which]);
    const scheduled_maintenances = soonestFirst(maintenancesOf(site, content));
    return c.json({ page, scheduled_maintenances } satisfies Maintenances);
  };
}

async function load({ env, var: { db } }: Context<AppEnv>, which: Parameters<typeof loadContent>[1]) {
  const [site, content] = await Promise.all([siteOf(env), loadContent(db, which)]);
  return { page: pageOf(site, content), site, content };
}
