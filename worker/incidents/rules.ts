import { listed, setComponentStatuses } from "../components/history.ts";
import { invalidQuery, Refusal } from "../http/errors.ts";
import type { Rules } from "../notices/rules.ts";
import { redateFirstChanges } from "./redate.ts";
import { restoreComponents } from "./restore.ts";

export const incidentRules: Rules = {
  kind: "incident",
  check({ status, restoreComponents: asked }) {
    if (!asked || status === "Resolved") return;
    const message = "restoreComponents is allowed only with the status Resolved.";
    throw new Refusal(400, message, { errors: [{ path: "restoreComponents", message }] });
  },
  effects: (db, { noticeID, touched, restoresComponents, at, now }) => {
    const change = { at, now, cause: `incident:${noticeID}` };
    return [
      ...(restoresComponents ? restoreComponents(db, noticeID, change, touched) : []),
      ...setComponentStatuses(db, listed(touched), change),
    ];
  },
  redate: redateFirstChanges,
  deletion: {
    description: {
      parameters: [
        {
          name: "restoreComponents",
          in: "query",
          description:
            "If `true`, each component that the incident affects gets the status that another open incident or a maintenance in progress gives it, or else Operational. The default is `false`.",
          schema: { type: "string", enum: ["true", "false"] },
        },
      ],
      refuses: [400],
    },
    effects(db, noticeID, query) {
      const now = new Date().toISOString();
      return asksToRestore(query)
        ? restoreComponents(db, noticeID, { at: now, now, cause: `incident:${noticeID}` })
        : [];
    },
  },
};

function asksToRestore({ restoreComponents = "false" }: Record<string, string>): boolean {
  if (restoreComponents !== "true" && restoreComponents !== "false")
    throw invalidQuery("restoreComponents", "restoreComponents must be true or false.");
  return restoreComponents === "true";
}
