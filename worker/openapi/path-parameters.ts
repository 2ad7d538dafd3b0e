import type { Parameter } from "./schema.ts";

/** request-limits.ts allows no longer address. */
const MAX_PARAMETER_CHARACTERS = 2048;

const descriptions: Record<string, string> = {
  componentID: "The component's ID.",
  incidentID: "The incident's ID.",
  incidentUpdateID: "The ID of one of the incident's updates.",
  maintenanceID: "The maintenance's ID.",
  maintenanceUpdateID: "The ID of one of the maintenance's updates.",
  metricID: "The metric's ID.",
  keyID: "The API key's ID, not its value.",
  logoID: "The logo's ID.",
  name: "The logo's ID, followed by `@2x` for the image at twice the size.",
  year: "The year in UTC, for example `2026`.",
  month: "The month in UTC without a leading zero, for example `1`.",
  file: "The day of the month in UTC without a leading zero, followed by `.json`, for example `31.json`.",
};

/** @throws if a path parameter has no description */
export function pathParameters(path: string): Parameter[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => {
    const description = descriptions[name];
    if (description === undefined)
      throw new Error(`${path}: path-parameters.ts does not describe {${name}}.`);
    return {
      name,
      in: "path",
      description,
      required: true,
      schema: { type: "string", maxLength: MAX_PARAMETER_CHARACTERS },
    };
  });
}
