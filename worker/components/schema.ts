import * as z from "zod";
import { id, labeledEnum, orderNumber, requireAnyField, text } from "../http/schema.ts";
import { isWebURL, MAX_URL_CHARACTERS } from "../shared/domain.ts";
import { isDay } from "../shared/time/domain.ts";
import { componentPlaces, componentStatuses, MAX_COMPONENTS, uptimeDays } from "./domain.ts";

const GROUP_ID = "The ID of the component's group. null without a group.";

const SHOWN =
  "Where visitors see it: `always` on the status page, there only while it is `affected` (not Operational), or only in the `notices` about it. Its status counts for the page and its group in any case.";
const UPTIME_SINCE =
  "The day in UTC from which its uptime counts, such as 2026-01-31. Empty for the day of its creation.";
const SHOWS_UPTIME =
  "Whether the status page shows its uptime and its days. The API answers with them in any case.";
const NO_DAY = "Uptime since must be empty or a day such as 2026-01-31.";
const LINK = "Where its name on the status page leads, an https or http address. Empty for its own page.";

const fields = z.object({
  name: text("Name", { min: 1, max: 200 }),
  description: text("Description", { max: 1000 }),
  status: labeledEnum("Status", componentStatuses),
  order: orderNumber(),
  groupID: id("groupID must be the id of a group, or null.").nullable().describe(GROUP_ID),
  shown: labeledEnum("Shown", componentPlaces).describe(SHOWN),
  showsUptime: z.boolean({ error: "Shows uptime must be true or false." }).describe(SHOWS_UPTIME),
  uptimeSince: z
    .string({ error: NO_DAY })
    .max(10, { error: NO_DAY, abort: true })
    .refine((day) => day === "" || isDay(day), { error: NO_DAY })
    .describe(UPTIME_SINCE),
  link: text("Link", { max: MAX_URL_CHARACTERS })
    .refine(
      (url) =>
        url === "" || url.length > MAX_URL_CHARACTERS || (isWebURL(url) && z.url().safeParse(url).success),
      { error: "Link must be empty or an https or http address without spaces or a user name." },
    )
    .describe(LINK),
});

export const NewComponent = fields
  .partial({
    description: true,
    status: true,
    order: true,
    groupID: true,
    shown: true,
    showsUptime: true,
    uptimeSince: true,
    link: true,
  })
  .meta({ id: "NewComponent" });
export type NewComponent = z.output<typeof NewComponent>;

export const ComponentChange = requireAnyField(fields.partial()).meta({
  id: "ComponentChange",
});
export type ComponentChange = z.output<typeof ComponentChange>;

export const Component = z
  .object({
    componentID: z.string(),
    name: z.string(),
    description: z.string(),
    status: z.enum(componentStatuses),
    order: z
      .int()
      .describe(
        "The position in the list, in ascending order: seconds since the epoch or close to it. No two components have the same value: one whose value was taken gets the next, and the header Order-Note of the response says so. The status page shows a group's components in this order at the place of the group.",
      ),
    groupID: z.string().nullable().describe(GROUP_ID),
    shown: z.enum(componentPlaces).describe(SHOWN),
    showsUptime: z.boolean().describe(SHOWS_UPTIME),
    uptimeSince: z.string().describe(UPTIME_SINCE),
    link: z.string().describe(LINK),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: "Component" });
export type Component = z.output<typeof Component>;

const minutes = z.int().optional();

export const ComponentDay = z
  .object({
    date: z.iso.date().describe("A day in UTC."),
    worst: z.enum(componentStatuses).describe("The worst status on that day."),
    minutes: z
      .object({
        "Under Maintenance": minutes,
        "Degraded Performance": minutes,
        "Partial Outage": minutes,
        "Major Outage": minutes,
      })
      .describe("Whole minutes in each status other than Operational. 0 means less than a minute."),
  })
  .meta({ id: "ComponentDay" });
export type ComponentDay = z.output<typeof ComponentDay>;

export const ComponentUptime = z
  .object({
    componentID: z.string(),
    days: z.literal(uptimeDays).describe("The number of days in UTC, including today."),
    since: z.iso
      .datetime()
      .describe(
        "The start of the period: the first day, or `uptimeSince` or else the component's creation if that is later.",
      ),
    uptime: z
      .number()
      .nullable()
      .describe(
        "From 0 to 1. Major Outage counts in full, Partial Outage at 0.3 of its time, and no other status counts. null if no time has passed yet.",
      ),
    history: z.array(ComponentDay).describe("Oldest first, starting with the day of `since`."),
  })
  .meta({ id: "ComponentUptime" });
export type ComponentUptime = z.output<typeof ComponentUptime>;

const NOT_LISTED = "Components must be a list of {componentID, status}.";

export const ComponentStatuses = z
  .array(
    z.object(
      {
        componentID: id("componentID must be the id of a component.", "componentID is required."),
        status: labeledEnum("Component status", componentStatuses),
      },
      { error: NOT_LISTED },
    ),
    { error: NOT_LISTED },
  )
  .max(MAX_COMPONENTS, "There can be at most 1,000 components.")
  .check((context) => {
    const earlierIDs = new Set<string>();
    for (const [index, { componentID }] of context.value.entries()) {
      if (earlierIDs.has(componentID)) {
        context.issues.push({
          code: "custom",
          input: componentID,
          path: [index, "componentID"],
          message: `Component ${componentID} is listed twice.`,
        });
      }
      earlierIDs.add(componentID);
    }
  });
export type ComponentStatuses = z.output<typeof ComponentStatuses>;

export const ComponentStatusesChange = z
  .object({
    components: ComponentStatuses.min(1, "Nothing to change: send at least one {componentID, status}."),
  })
  .meta({ id: "ComponentStatusesChange" });
