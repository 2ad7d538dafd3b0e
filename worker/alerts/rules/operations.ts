import { operationTexts } from "../../openapi/operation-text.ts";
import { MAX_RULES } from "./domain.ts";

export const ruleOperations = operationTexts("Alerts", {
  listAlertRules: {
    summary: "List rules",
    description: "Returns every rule, oldest first, with what it has done.",
  },
  getAlertRule: {
    summary: "Get a rule",
    description: "Returns the rule. Calls that change it take its `ETag` in `If-Match`.",
  },
  createAlertRule: {
    summary: "Create a rule",
    description: `Says what follows from alerts. There can be at most ${MAX_RULES} rules, and all that match an alert act. A rule never changes what a person has set or written since.`,
  },
  updateAlertRule: {
    summary: "Update a rule",
    description:
      "Changes the fields in the body and keeps the others. `labels` and `components` replace the whole lists. What the rule has begun goes on. If it has begun nothing, another source or other labels make it look for alerts that fire already, as a new rule does.",
  },
  previewAlertRule: {
    summary: "Preview a rule",
    description:
      "Says what a rule would have done with what was received in the last 30 days, if nobody else had done anything. It reads the newest 2,000 bodies at most.",
  },
  deleteAlertRule: {
    summary: "Delete a rule",
    description:
      "Deletes the rule. What it has begun stays as it is. Also succeeds if it is already deleted.",
  },
});
