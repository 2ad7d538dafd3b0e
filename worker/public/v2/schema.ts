import * as z from "zod";
import { componentStates, incidentStates, maintenanceStates, POSTMORTEM_STATE } from "./domain.ts";

const time = z.iso.datetime();

const componentState = z.enum(Object.values(componentStates));

const Page = z
  .object({
    id: z.string(),
    name: z.string(),
    url: z.string(),
    time_zone: z.string(),
    updated_at: time.describe("When anything that visitors see last changed."),
  })
  .meta({ id: "V2Page" });
export type Page = z.output<typeof Page>;

const Status = z
  .object({
    indicator: z.enum(["none", "minor", "major", "critical", "maintenance"]),
    description: z.enum([
      "All Systems Operational",
      "Partially Degraded Service",
      "Degraded System Service",
      "Minor Service Outage",
      "Partial System Outage",
      "Major System Outage",
      "Service Under Maintenance",
    ]),
  })
  .meta({ id: "V2Status" });
export type Status = z.output<typeof Status>;

const Component = z
  .object({
    id: z.string(),
    name: z.string(),
    status: componentState,
    created_at: time,
    updated_at: time,
    position: z.int().describe("1 for the first entry of the page, or for the first component of its group."),
    description: z.string().nullable(),
    showcase: z.boolean(),
    start_date: z.iso.date().nullable(),
    group_id: z.string().nullable().describe("The id of the entry that is the component's group."),
    page_id: z.string(),
    group: z.boolean().describe("Whether this is a group of components, with their worst status."),
    components: z.array(z.string()).optional().describe("The ids of a group's components."),
    only_show_if_degraded: z.boolean(),
  })
  .meta({ id: "V2Component" });
export type Component = z.output<typeof Component>;

const AffectedComponent = z
  .object({
    code: z.string().describe("The component's id."),
    name: z.string(),
    old_status: componentState,
    new_status: componentState,
  })
  .meta({ id: "V2AffectedComponent" });

function updateSchema<const State extends z.ZodType>(status: State) {
  return z.object({
    id: z.string(),
    status,
    body: z.string().describe("Markdown."),
    incident_id: z.string(),
    created_at: time,
    updated_at: time,
    display_at: time,
    affected_components: z.array(AffectedComponent),
    deliver_notifications: z.boolean(),
    custom_tweet: z.null(),
    tweet_id: z.null(),
  });
}

function noticeSchema<const State extends z.ZodType, Impact extends z.ZodType>(
  status: State,
  impact: Impact,
) {
  return z.object({
    id: z.string(),
    name: z.string(),
    status,
    created_at: time,
    updated_at: time,
    monitoring_at: time.nullable(),
    resolved_at: time.nullable(),
    impact,
    shortlink: z.string(),
    started_at: time,
    page_id: z.string(),
    incident_updates: z.array(updateSchema(status)).describe("Newest first, never empty."),
    components: z.array(Component),
  });
}

const Incident = noticeSchema(
  z.enum([...Object.values(incidentStates), POSTMORTEM_STATE]),
  z.enum(["none", "minor", "major", "critical"]),
)
  .extend({
    backfilled: z.boolean().describe("Whether the incident was over when it was added."),
    postmortem_body: z.string().nullable().describe("The published write-up, in Markdown."),
    postmortem_body_last_updated_at: time.nullable(),
    postmortem_published_at: time.nullable(),
    postmortem_notified_subscribers: z.boolean(),
    postmortem_notified_twitter: z.literal(false),
    postmortem_ignored: z.literal(false),
  })
  .meta({ id: "V2Incident" });
export type Incident = z.output<typeof Incident>;

const Maintenance = noticeSchema(z.enum(Object.values(maintenanceStates)), z.literal("maintenance"))
  .extend({ scheduled_for: time, scheduled_until: time })
  .meta({ id: "V2ScheduledMaintenance" });
export type Maintenance = z.output<typeof Maintenance>;

export const PageStatus = z.object({ page: Page, status: Status }).meta({ id: "V2PageStatus" });
export type PageStatus = z.output<typeof PageStatus>;

export const Components = z
  .object({ page: Page, components: z.array(Component) })
  .meta({ id: "V2Components" });
export type Components = z.output<typeof Components>;

export const Incidents = z.object({ page: Page, incidents: z.array(Incident) }).meta({ id: "V2Incidents" });
export type Incidents = z.output<typeof Incidents>;

export const Maintenances = z
  .object({ page: Page, scheduled_maintenances: z.array(Maintenance) })
  .meta({ id: "V2ScheduledMaintenances" });
export type Maintenances = z.output<typeof Maintenances>;

export const Summary = z
  .object({
    page: Page,
    components: z.array(Component),
    incidents: z.array(Incident),
    scheduled_maintenances: z.array(Maintenance),
    status: Status,
  })
  .meta({ id: "V2Summary" });
export type Summary = z.output<typeof Summary>;
