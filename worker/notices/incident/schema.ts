import * as z from "zod";
import { labeledEnum, pastInstant, requireAnyField, text } from "../../http/schema.ts";
import { noticeStatuses } from "../domain.ts";
import {
  noticeFields,
  noticeSchema,
  noticeUpdateSchema,
  notifyField,
  optionalOnCreate,
  requireUnlessTemplate,
  restoreField,
  templateField,
} from "../schema.ts";

const fields = noticeFields(noticeStatuses.incident);

export const backfillFields = {
  backfilled: z
    .boolean({ error: "backfilled must be true or false." })
    .optional()
    .describe(
      "If `true`, the incident is over: it began at `createdAt` and ended at `resolvedAt`. Its uptime is counted, the worse of each component's recorded status and the one in `components`. Components keep their present statuses, and no email is sent. `status` is that of the first update; Resolved means Investigating.",
    ),
  resolvedAt: pastInstant("resolvedAt")
    .optional()
    .describe("Required with `backfilled`, and allowed only with it. After `createdAt`."),
  resolvedMessage: text("Resolved message", { max: 20_000 })
    .optional()
    .describe("Markdown. The last update's message, allowed only with `backfilled`."),
};

export const NewIncident = requireUnlessTemplate(
  fields.partial(optionalOnCreate).extend({ ...notifyField, ...templateField, ...backfillFields }),
  noticeStatuses.incident,
)
  .superRefine(refuseInvalidBackfill)
  .meta({ id: "NewIncident" });
export type NewIncident = z.output<typeof NewIncident>;

interface BackfillInput {
  backfilled?: boolean | undefined;
  createdAt?: string | undefined;
  resolvedAt?: string | undefined;
  resolvedMessage?: string | undefined;
  notifySubscribers?: boolean | undefined;
}

export function refuseInvalidBackfill(incident: BackfillInput, context: z.RefinementCtx): void {
  const [path, message] = backfillProblem(incident) ?? [];
  if (path !== undefined && message !== undefined)
    context.addIssue({ code: "custom", path: [path], message, input: incident });
}

function backfillProblem(incident: BackfillInput): [path: string, message: string] | undefined {
  const { backfilled, createdAt, resolvedAt, resolvedMessage, notifySubscribers } = incident;
  if (!backfilled) {
    if (resolvedAt !== undefined) return ["resolvedAt", "resolvedAt is allowed only with backfilled."];
    if (resolvedMessage === undefined) return undefined;
    return ["resolvedMessage", "resolvedMessage is allowed only with backfilled."];
  }
  if (createdAt === undefined) return ["createdAt", "createdAt is required with backfilled."];
  if (resolvedAt === undefined) return ["resolvedAt", "resolvedAt is required with backfilled."];
  if (resolvedAt <= createdAt) return ["resolvedAt", "resolvedAt must be after createdAt."];
  if (!notifySubscribers) return undefined;
  return ["notifySubscribers", "No email is sent about an incident that was over when it was added."];
}

const restoreComponents = restoreField(
  "Resolved",
  "If `true`, each component that the incident affects and that isn't in `components` gets the status that another open incident or a maintenance in progress gives it, or else Operational. The default is `false`.",
);

export const IncidentChange = requireAnyField(fields.partial())
  .safeExtend({ ...notifyField, ...restoreComponents })
  .meta({
    id: "IncidentChange",
    description: "`status`, `message` or `components` add an update; the other fields alone don't.",
  });
export type IncidentChange = z.output<typeof IncidentChange>;

export const IncidentUpdateChange = requireAnyField(
  z
    .object({
      incidentStatus: labeledEnum("Incident status", noticeStatuses.incident),
      message: fields.shape.message,
      createdAt: fields.shape.createdAt,
    })
    .partial(),
).meta({ id: "IncidentUpdateChange" });
export type IncidentUpdateChange = z.output<typeof IncidentUpdateChange>;

export const IncidentUpdate = noticeUpdateSchema
  .extend({
    incidentUpdateID: z.string(),
    incidentID: z.string(),
    incidentStatus: z.enum(noticeStatuses.incident),
  })
  .meta({ id: "IncidentUpdate" });
export type IncidentUpdate = z.output<typeof IncidentUpdate>;

export const Incident = noticeSchema(noticeStatuses.incident)
  .extend({
    incidentID: z.string(),
    postmortemPublishedAt: z.iso
      .datetime()
      .optional()
      .describe("When the incident's write-up was published. Without this field, there is no published one."),
    backfilled: z.literal(true).optional().describe("The incident was over when it was added."),
    incidentUpdates: z
      .array(IncidentUpdate)
      .describe("Newest first, never empty. At most the newest 1,000, and at most 4 MiB."),
  })
  .meta({ id: "Incident" });
export type Incident = z.output<typeof Incident>;
