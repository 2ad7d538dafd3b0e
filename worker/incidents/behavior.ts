import { setComponentStatuses, statusRows } from "../components/status-changes.ts";
import { invalidQuery, Refusal } from "../http/errors.ts";
import type { KindBehavior } from "../notices/kind-behavior.ts";
import { correctFirstChanges } from "./correct-start.ts";
import { restoreIncidentComponents } from "./restore-components.ts";

export const incidentBehavior: KindBehavior = {
  kind: "incident",
  validate({ status, restoreComponents }) {
    if (!restoreComponents || status === "Resolved") return;
    const message = "restoreComponents is allowed only with the status Resolved.";
    throw new Refusal(400, message, { errors: [{ path: "restoreComponents", message }] });
  },
  changeComponents: (db, { noticeID, components, restoreComponents, at, now }) => {
    const change = { at, now, cause: `incident:${noticeID}` };
    return [
      ...(restoreComponents ? restoreIncidentComponents(db, noticeID, change, components) : []),
      ...setComponentStatuses(db, statusRows(components), change),
    ];
  },
  correctStart: correctFirstChanges,
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
    statements(db, noticeID, query) {
      const now = new Date().toISOString();
      return asksToRestore(query)
        ? restoreIncidentComponents(db, noticeID, { at: now, now, cause: `incident:${noticeID}` })
        : [];
    },
  },
};

function asksToRestore({ restoreComponents = "false" }: Record<string, string>): boolean {
  if (restoreComponents !== "true" && restoreComponents !== "false")
    throw invalidQuery("restoreComponents", "restoreComponents must be true or false.");
  return restoreComponents === "true";
}
