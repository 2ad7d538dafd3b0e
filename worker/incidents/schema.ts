import * as z from "zod";
import { ComponentStatuses } from "../components/schema.ts";
import { componentStatuses } from "../components/statuses.ts";
import { oneOf, pastInstant, somethingToChange, text } from "../schema.ts";
import { incidentStatuses } from "./statuses.ts";

const fields = z.object({
  name: text("Name", { min: 1, max: 200 }),
  status: oneOf("Status", incidentStatuses),
  message: text("Message", { max: 20_000 }),
  components: ComponentStatuses,
  /** For an incident that was noticed late. */
  createdAt: pastInstant("createdAt"),
});

export const NewIncident = fields.partial({ message: true, components: true, createdAt: true });
export type NewIncident = z.output<typeof NewIncident>;

/** `status`, `message` or `components` append an update; `name` and `createdAt` alone do not. */
export const IncidentChange = somethingToChange(fields.partial());
export type IncidentChange = z.output<typeof IncidentChange>;

export const IncidentUpdateChange = somethingToChange(
  z
    .object({
      incidentStatus: oneOf("Incident status", incidentStatuses),
      message: fields.shape.message,
      createdAt: fields.shape.createdAt,
    })
    .partial(),
);
export type IncidentUpdateChange = z.output<typeof IncidentUpdateChange>;

export const IncidentUpdate = z.object({
  incidentUpdateID: z.string(),
  incidentID: z.string(),
  incidentStatus: z.enum(incidentStatuses),
  message: z.string(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type IncidentUpdate = z.output<typeof IncidentUpdate>;

export const Incident = z.object({
  incidentID: z.string(),
  name: z.string(),
  /** The newest update's, like `message`. */
  status: z.enum(incidentStatuses),
  message: z.string(),
  /** What this incident last said about each component that it touched. */
  components: z.array(
    z.object({ componentID: z.string(), name: z.string(), status: z.enum(componentStatuses) }),
  ),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  /** Newest first, never empty. */
  incidentUpdates: z.array(IncidentUpdate),
});
export type Incident = z.output<typeof Incident>;
