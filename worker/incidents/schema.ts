import * as z from "zod";
import { oneOf, requireAnyField } from "../http/schema.ts";
import { noticeStatuses } from "../notices/domain.ts";
import {
  noticeAnswer,
  noticeFields,
  noticeUpdateAnswer,
  notifyField,
  optionalOnCreate,
} from "../notices/schema.ts";

const fields = noticeFields(noticeStatuses.incident);

export const NewIncident = fields.partial(optionalOnCreate).extend(notifyField).meta({ id: "NewIncident" });
export type NewIncident = z.output<typeof NewIncident>;

const restoring = {
  restoreComponents: z
    .boolean({ error: "restoreComponents must be true or false." })
    .optional()
    .describe(
      "Allowed with the status Resolved. If `true`, each component that the incident affects and that isn't in `components` gets the status that another open incident or a maintenance in progress gives it, or else Operational. The default is `false`.",
    ),
};

export const IncidentChange = requireAnyField(fields.partial())
  .safeExtend({ ...notifyField, ...restoring })
  .meta({
    id: "IncidentChange",
    description: "`status`, `message` or `components` add an update; the other fields alone don't.",
  });
export type IncidentChange = z.output<typeof IncidentChange>;

export const IncidentUpdateChange = requireAnyField(
  z
    .object({
      incidentStatus: oneOf("Incident status", noticeStatuses.incident),
      message: fields.shape.message,
      createdAt: fields.shape.createdAt,
    })
    .partial(),
).meta({ id: "IncidentUpdateChange" });
export type IncidentUpdateChange = z.output<typeof IncidentUpdateChange>;

export const IncidentUpdate = noticeUpdateAnswer
  .extend({
    incidentUpdateID: z.string(),
    incidentID: z.string(),
    incidentStatus: z.enum(noticeStatuses.incident),
  })
  .meta({ id: "IncidentUpdate" });
export type IncidentUpdate = z.output<typeof IncidentUpdate>;

export const Incident = noticeAnswer(noticeStatuses.incident)
  .extend({
    incidentID: z.string(),
    incidentUpdates: z
      .array(IncidentUpdate)
      .describe("Newest first, never empty. At most the newest 1,000, and at most 4 MiB."),
  })
  .meta({ id: "Incident" });
export type Incident = z.output<typeof Incident>;
