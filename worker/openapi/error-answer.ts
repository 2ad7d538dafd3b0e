import * as z from "zod";
import { Component } from "../components/schema.ts";
import { ErrorAnswer } from "../http/schema.ts";
import { Incident, IncidentUpdate } from "../incidents/schema.ts";
import { Maintenance, MaintenanceUpdate } from "../maintenances/schema.ts";
import { DescribedMetric } from "../metrics/openapi-shapes.ts";
import { Settings } from "../settings/schema.ts";

/** `current` can be any item that takes `If-Match`. */
export const DescribedErrorAnswer = ErrorAnswer.extend({
  current: z
    .union([Component, Incident, IncidentUpdate, Maintenance, MaintenanceUpdate, DescribedMetric, Settings])
    .optional()
    .describe("What is stored now, in a 409 after a stale `If-Match`."),
}).meta({ id: "ErrorAnswer", description: "The body of every error response." });
