import * as z from "zod";
import { componentStatuses } from "../components/domain.ts";
import { ComponentStatuses } from "../components/schema.ts";
import { oneOf, pastInstant, text } from "../http/schema.ts";

type Statuses = readonly [string, ...string[]];

export function noticeFields<const S extends Statuses>(statuses: S) {
  return z.object({
    name: text("Name", { min: 1, max: 200 }),
    status: oneOf("Status", statuses),
    message: text("Message", { max: 20_000 }).describe("Markdown."),
    components: ComponentStatuses,
    createdAt: pastInstant("createdAt").describe(
      "A date and time in the past, if this was noticed late. Without a time zone it means UTC. A worse component status counts in the component's uptime from then on, but no earlier than its last recorded change. A better status counts from now on.",
    ),
  });
}

export const notifyField = {
  notifySubscribers: z
    .boolean({ error: "notifySubscribers must be true or false." })
    .optional()
    .describe("Whether subscribers get an email. The default is `true`."),
};

export const optionalOnCreate = { message: true, components: true, createdAt: true } as const;

export const noticeUpdateAnswer = z.object({
  message: z.string().describe("Markdown."),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});

export function noticeAnswer<const S extends Statuses>(statuses: S) {
  return z.object({
    name: z.string(),
    status: z.enum(statuses).describe("The status of the newest update."),
    message: z.string().describe("The message of the newest update, in Markdown."),
    components: z
      .array(
        z.object({
          componentID: z.string(),
          name: z.string(),
          status: z.enum(componentStatuses),
          deleted: z
            .literal(true)
            .optional()
            .describe(
              "The component was deleted. `name` is the last name that it had. A PATCH may repeat this entry unchanged; it has no effect.",
            ),
        }),
      )
      .describe("The affected components, each with the last status given here."),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  });
}
