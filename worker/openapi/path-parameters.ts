import { type EntityName, entityNames } from "../entities/domain.ts";
import { entities } from "../entities/registry.ts";
import type { Parameter } from "./schema.ts";

/** request-limits.ts allows no longer address. */
const MAX_PARAMETER_CHARACTERS = 2048;

type Texts = [description: string, example: string];

const otherParameters: Record<string, Texts> = {
  number: ["The number of the page, from 1.", "1"],
  undoToken: ["From the `Undo` header of the call to undo.", "y2Fh8PzUc6Rk"],
  part: ["One of the `parts` that `/api/v0/export` lists.", "components"],
  day: ["The day of a nightly export, as the list of them has it.", "2026-01-31"],
  year: ["The year in UTC, for example `2026`.", "2026"],
  month: ["The month in UTC without a leading zero, for example `1`.", "1"],
  file: [
    "The day of the month in UTC without a leading zero, followed by `.json`, for example `31.json`.",
    "31.json",
  ],
};

function parameterTexts(parameter: string): Texts | undefined {
  const named: [string, EntityName][] = Object.entries(entityNames);
  const [kind, { exampleID } = {}] = named.find(([, { id }]) => id === parameter) ?? [];
  const id: Texts | undefined = exampleID === undefined ? undefined : [`The ${kind}'s ID.`, exampleID];
  const own = Object.values(entities).find(({ parameters = {} }) => parameter in parameters)?.parameters;
  return own?.[parameter] ?? id ?? otherParameters[parameter];
}

export function pathParameters(path: string): Parameter[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => {
    const texts = parameterTexts(name);
    if (!texts) throw new Error(`${path}: add {${name}} to the parameters of its entity.ts.`);
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
