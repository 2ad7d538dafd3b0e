import { exampleIDs } from "./examples.ts";
import type { Parameter } from "./schema.ts";

/** request-limits.ts allows no longer address. */
const MAX_PARAMETER_CHARACTERS = 2048;

const pathParameterTexts: Record<string, [description: string, example: string]> = {
  number: ["The number of the page, from 1.", "1"],
  componentID: ["The component's ID.", exampleIDs.componentID],
  groupID: ["The group's ID.", exampleIDs.groupID],
  incidentID: ["The incident's ID.", exampleIDs.incidentID],
  incidentUpdateID: ["The ID of one of the incident's updates.", exampleIDs.incidentUpdateID],
  maintenanceID: ["The maintenance's ID.", exampleIDs.maintenanceID],
  maintenanceUpdateID: ["The ID of one of the maintenance's updates.", exampleIDs.maintenanceUpdateID],
  templateID: ["The template's ID.", exampleIDs.templateID],
  metricID: ["The metric's ID.", exampleIDs.metricID],
  channelID: ["The ID of one of the team's channels.", exampleIDs.channelID],
  undoToken: ["From the `Undo` header of the call to undo.", "y2Fh8PzUc6Rk"],
  part: ["One of the `parts` that `/api/v0/export` lists.", "components"],
  keyID: ["The API key's ID, not its value.", exampleIDs.keyID],
  logoID: ["The logo's ID.", exampleIDs.logoID],
  name: ["The logo's ID, followed by `@2x` for the image at twice the size.", exampleIDs.logoID],
  day: ["The day of a nightly export, as the list of them has it.", "2026-01-31"],
  year: ["The year in UTC, for example `2026`.", "2026"],
  month: ["The month in UTC without a leading zero, for example `1`.", "1"],
  file: [
    "The day of the month in UTC without a leading zero, followed by `.json`, for example `31.json`.",
    "31.json",
  ],
};

export function pathParameters(path: string): Parameter[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => {
    const texts = pathParameterTexts[name];
    if (!texts) throw new Error(`${path}: path-parameters.ts does not describe {${name}}.`);
    const [description, example] = texts;
    return {
      name,
      in: "path",
      description,
      required: true,
      schema: { type: "string", maxLength: MAX_PARAMETER_CHARACTERS, examples: [example] },
    };
  });
}
