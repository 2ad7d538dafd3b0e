import * as z from "zod";
import { componentStatuses } from "../components/domain.ts";
import { openStatuses } from "../notices/domain.ts";
import { Proposal } from "../notices/proposals/schema.ts";

export const Banner = z
  .object({
    color: z.enum(["green", "blue", "yellow", "orange", "red", "grey"]),
    text: z.string().describe("The status page's headline, in English."),
  })
  .meta({ id: "Banner" });
export type Banner = z.output<typeof Banner>;

const count = z.int().min(0);
const updatedAt = z.iso.datetime().describe("A change sends it as `If-Match`.");

export const Overview = z
  .object({
    banner: Banner,
    openIncidents: count,
    runningMaintenances: count,
    scheduledMaintenances: count,
    unexplainedComponents: z
      .array(
        z.object({ componentID: z.string(), name: z.string(), status: z.enum(componentStatuses), updatedAt }),
      )
      .describe(
        "Components with a status other than Operational that no open incident and no maintenance in progress affects.",
      ),
    incidents: z
      .array(
        z.object({
          incidentID: z.string(),
          name: z.string(),
          status: z.enum(openStatuses.incident),
          lastUpdateAt: z.iso.datetime(),
          statusSince: z.iso.datetime().describe("When the incident got its status."),
          worst: z.enum(componentStatuses).describe("The worst status that it gives a component."),
        }),
      )
      .describe("Open incidents, the worst first, and then the newest. At most 50."),
    maintenances: z
      .array(
        z.object({
          maintenanceID: z.string(),
          name: z.string(),
          status: z.enum(openStatuses.maintenance),
          startAt: z.iso.datetime(),
          endAt: z.iso.datetime(),
          updatedAt,
        }),
      )
      .describe("Maintenances in progress, at most 50, and then the next scheduled one."),
    failingMetrics: z
      .array(z.object({ metricID: z.string(), title: z.string(), collectionError: z.string() }))
      .describe("Metrics whose last collection failed. At most 50."),
    mailError: z
      .string()
      .describe(
        "Why email can't be sent now, as the email service says it. Empty if no email waits for another attempt.",
      ),
    proposals: z
      .array(
        Proposal.pick({
          proposalID: true,
          name: true,
          status: true,
          incidentID: true,
          createdBy: true,
          createdAt: true,
        }).extend({
          message: z.string().describe("Its start, without Markdown. At most 300 characters."),
          components: z
            .array(z.object({ componentID: z.string(), name: z.string(), status: z.enum(componentStatuses) }))
            .describe("The first 10 components, with the statuses that they would get."),
          componentCount: count,
        }),
      )
      .describe("Proposals, newest first. Visitors can't see them."),
    postmortemDrafts: z
      .array(z.string())
      .describe(
        "The IDs of incidents whose write-up is a draft, the last changed first. At most 100. Visitors can't see drafts.",
      ),
    restore: z
      .object({ startedAt: z.iso.datetime(), endsAt: z.iso.datetime() })
      .nullable()
      .describe(
        "An unfinished restore of an archive. Until `endsAt`, an hour after its last rows, nothing else can be changed. After that the next change ends it. null if there is none.",
      ),
    updateReminderMinutes: z
      .int()
      .describe("After this time without an update, the console reminds of an open incident. 0 means never."),
  })
  .meta({ id: "Overview" });
export type Overview = z.output<typeof Overview>;

export const WorstStatus = z
  .object({ componentID: z.string(), status: z.enum(componentStatuses) })
  .meta({ id: "WorstStatus" });
