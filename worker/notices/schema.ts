import * as z from "zod";
import { componentStatuses } from "../components/domain.ts";
import { ComponentStatuses } from "../components/schema.ts";
import { id, labeledEnum, pastInstant, text } from "../http/schema.ts";
import { MAX_MESSAGE_CHARACTERS, MAX_NAME_CHARACTERS } from "./domain.ts";

type Statuses = readonly [string, ...string[]];

export function noticeFields<const S extends Statuses>(statuses: S) {
  return z.object({
    name: text("Name", { min: 1, max: MAX_NAME_CHARACTERS }),
    status: labeledEnum("Status", statuses),
    message: text("Message", { max: MAX_MESSAGE_CHARACTERS }).describe("Markdown."),
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

export const notifyNewTimesField = {
  tellNewTime: z
    .boolean({ error: "tellNewTime must be true or false." })
    .optional()
    .describe(
      "Whether subscribers get an email about new times of an open maintenance if the change adds no update. The default is `false`.",
    ),
};

/** @param description what happens to the components with `true` and with `false`, and the default */
export function restoreField(closingStatus: string, description: string) {
  return {
    restoreComponents: z
      .boolean({ error: "restoreComponents must be true or false." })
      .optional()
      .describe(`\`true\` is allowed only with the status ${closingStatus}. ${description}`),
  };
}

export const optionalOnCreate = {
  name: true,
  status: true,
  message: true,
  components: true,
  createdAt: true,
} as const;

export const templateField = {
  templateID: id("templateID must be the id of a template.")
    .optional()
    .describe(
      "Without it, `name` and `status` are required. The template gives each of `name`, `status`, `message` and `components` that is missing or empty. Its variables are replaced by their values at this moment, and components that were deleted are left out.",
    ),
};

/** Missing fields are reported first, along with all other problems of the body. */
export function requireUnlessTemplate<T extends z.ZodObject>(schema: T, statuses: Statuses): T {
  const messages = {
    name: "Name is required.",
    status: `Status must be one of: ${statuses.join(", ")}.`,
  };
  return schema.superRefine(
    (body: Record<string, unknown>, { issues }) => {
      if (body.templateID !== undefined) return;
      const missing = Object.entries(messages).filter(([field]) => body[field] === undefined);
      issues.unshift(
        ...missing.map(([field, message]) => ({
          code: "custom" as const,
          input: undefined,
          path: [field],
          message,
        })),
      );
    },
    // zod would otherwise skip this check if a field is invalid.
    { when: () => true },
  );
}

export const noticeUpdateSchema = z.object({
  message: z.string().describe("Markdown."),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});

export function noticeSchema<const S extends Statuses>(statuses: S) {
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
