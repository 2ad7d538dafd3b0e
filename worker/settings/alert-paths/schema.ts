import * as z from "zod";
import {
  MAX_PATH_CHARACTERS,
  MAX_PATH_LEVELS,
  MAX_RESOLVED_CHARACTERS,
  MAX_RESOLVED_VALUES,
  pathPattern,
} from "./domain.ts";

function path(label: string) {
  return z
    .string({ error: `Choose ${label}: a path such as /incident/id.` })
    .max(MAX_PATH_CHARACTERS, {
      error: `The path of ${label} can be ${MAX_PATH_CHARACTERS} characters at most.`,
      abort: true,
    })
    .regex(pathPattern, {
      error: `The path of ${label} must be one to ${MAX_PATH_LEVELS} names, each after a slash, such as /incident/id.`,
    });
}

export const AlertPaths = z
  .object({
    key: path("the key").describe("What tells the alert from others. Its end has the same key."),
    title: path("the title").describe("What has happened. A body without it has its key as the title."),
    state: path("the state").describe("What says whether the alert fires or is over."),
    link: path("the link").optional().describe("An http or https address to read more."),
    resolved: z
      .array(
        z
          .string({ error: "A value that means resolved must be a text." })
          .min(1, "A value that means resolved can't be empty.")
          .max(
            MAX_RESOLVED_CHARACTERS,
            `A value that means resolved can be ${MAX_RESOLVED_CHARACTERS} characters at most.`,
          ),
        { error: "The values that mean resolved must be a list." },
      )
      .min(1, "Enter at least one value that means resolved.")
      .max(MAX_RESOLVED_VALUES, `There can be ${MAX_RESOLVED_VALUES} values that mean resolved at most.`)
      .describe(
        "The values at `state` with which the alert is over, in upper or lower case. With every other, it fires.",
      ),
  })
  .describe("Where an alert is in a body of the source `generic`, as JSON Pointers (RFC 6901).")
  .meta({ id: "AlertPaths" });
export type AlertPaths = z.output<typeof AlertPaths>;
