import * as z from "zod";
import { componentStatuses } from "../components/domain.ts";
import { ComponentStatuses } from "../components/schema.ts";
import { oneOf, pastInstant, text } from "../http/schema.ts";

type Statuses = readonly [string, ...string[]];

/** What incidents and maintenances are posted and changed with. */
export function noticeFields<const S extends Statuses>(statuses: S) {
  return z.object({
    name: text("Name", { min: 1, max: 200 }),
    status: oneOf("Status", statuses),
    message: text("Message", { max: 20_000 }).describe("Markdown."),
    components: ComponentStatuses,
    createdAt: pastInstant("createdAt").describe(
      "For what was noticed late: a date and time that has been. Without a zone it means UTC. What an incident makes worse about its components counts from then on in their uptime, but not from before their last recorded change; what it makes better counts from now on.",
    ),
  });
}

/** What a POST or PATCH carries beside the notice. */
export const telling = {
  notifySubscribers: z
    .boolean({ error: "notifySubscribers must be true or false." })
    .optional()
    .describe("Whether subscribers are told by mail what is posted; true unless told."),
};

/** Of the fields, those that need not be there in a POST. */
export const optionalInPost = { message: true, components: true, createdAt: true } as const;

export const noticeUpdateAnswer = z.object({
  message: z.string().describe("Markdown."),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});

export function noticeAnswer<const S extends Statuses>(statuses: S) {
  return z.object({
    name: z.string(),
    status: z.enum(statuses).describe("The newest update's."),
    message: z.string().describe("The newest update's, in Markdown."),
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
              "The component has been deleted since; its name is the last that it had. A PATCH may list it as it is here, which changes nothing about it.",
            ),
        }),
      )
      .describe("What was last said about each component that was touched."),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  });
}

/** A notice as pages and feeds show it: what has been left out is on its own page. */
export type Shown<Notice> = Notice & {
  /** Whether it has more updates or more text than this. */
  shortened: boolean;
  /** All that it has touched. */
  componentCount: number;
  /** The newest message that has words; its newest update may have none. */
  lastWords: string;
};
