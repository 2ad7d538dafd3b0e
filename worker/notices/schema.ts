import * as z from "zod";
import { ComponentStatuses } from "../components/schema.ts";
import { componentStatuses } from "../components/statuses.ts";
import { oneOf, pastInstant, text } from "../schema.ts";

type Statuses = readonly [string, ...string[]];

/** What incidents and maintenances are posted and changed with. */
export function noticeFields<const S extends Statuses>(statuses: S) {
  return z.object({
    name: text("Name", { min: 1, max: 200 }),
    status: oneOf("Status", statuses),
    message: text("Message", { max: 20_000 }),
    components: ComponentStatuses,
    /** For what was noticed late. */
    createdAt: pastInstant("createdAt"),
  });
}

/** Of the fields, those that need not be there in a POST. */
export const optionalInPost = { message: true, components: true, createdAt: true } as const;

export const noticeUpdateAnswer = z.object({
  message: z.string(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});

export function noticeAnswer<const S extends Statuses>(statuses: S) {
  return z.object({
    name: z.string(),
    /** The newest update's, like `message`. */
    status: z.enum(statuses),
    message: z.string(),
    /** What was last said about each component that was touched. */
    components: z.array(
      z.object({ componentID: z.string(), name: z.string(), status: z.enum(componentStatuses) }),
    ),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  });
}
