import * as z from "zod";
import { orderNumber, requireAnyField, text } from "../../http/schema.ts";
import { componentStatuses } from "../domain.ts";
import { ComponentUptime } from "../schema.ts";

const fields = z.object({
  name: text("Name", { min: 1, max: 200 }),
  order: orderNumber(),
});

export const NewGroup = fields.partial({ order: true }).meta({ id: "NewGroup" });
export type NewGroup = z.output<typeof NewGroup>;

export const GroupChange = requireAnyField(fields.partial()).meta({ id: "GroupChange" });
export type GroupChange = z.output<typeof GroupChange>;

export const Group = z
  .object({
    groupID: z.string(),
    name: z.string(),
    status: z
      .enum(componentStatuses)
      .describe("The worst status of the group's components. Operational if it has none."),
    componentIDs: z.array(z.string()).describe("The group's components, in their order."),
    order: z
      .int()
      .describe(
        "The position among the groups and the components without a group, in ascending order: seconds since the epoch or close to it. No two groups have the same value: one whose value was taken gets the next, and the header Order-Note of the response says so. A group comes before a component with the same value.",
      ),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: "Group" });
export type Group = z.output<typeof Group>;

export const GroupUptime = ComponentUptime.omit({ componentID: true })
  .extend({
    groupID: z.string(),
    since: z.iso
      .datetime()
      .describe(
        "The start of the period: the first day, or when the uptime of the group's first component begins if that is later.",
      ),
    uptime: z
      .number()
      .nullable()
      .describe(
        "From 0 to 1. In each moment the worst status of the group's components counts: Major Outage in full, Partial Outage at 0.3 of its time, and no other status. Components whose uptime the status page doesn't show are left out. null if no time has passed yet, or if no component counts.",
      ),
  })
  .meta({ id: "GroupUptime" });
export type GroupUptime = z.output<typeof GroupUptime>;
