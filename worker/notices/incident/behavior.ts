import { eq } from "drizzle-orm";
import { setComponentStatuses } from "../../components/status-changes.ts";
import { statusRows } from "../../components/status-history.ts";
import { statusOverrides } from "../../components/table.ts";
import type { KindBehavior } from "../writes/kind-behavior.ts";
import { backfillIncident } from "./backfill.ts";
import { correctStart } from "./correct-start.ts";
import { restoredByIncident, restoreIncidentComponents } from "./restore-components.ts";

export const incidentBehavior: KindBehavior = {
  kind: "incident",
  backfill: backfillIncident,
  componentEffects: ({ components, restoreComponents = false }) => ({
    starts: false,
    restores: restoreComponents,
    sets: components,
  }),
  changeComponents: (db, transition) => {
    const { noticeID, at, now } = transition;
    const { restores, sets } = incidentBehavior.componentEffects(transition);
    const change = { at, now, cause: `incident:${noticeID}` };
    return [
      ...(restores ? restoreIncidentComponents(db, noticeID, change, sets) : []),
      ...setComponentStatuses(db, statusRows(sets), change),
    ];
  },
  restoredComponents: (noticeID, { components }) => restoredByIncident(noticeID, components),
  correctStart,
  deletion: {
    description:
      "If `true`, each component that the incident affects gets the status that another open incident or a maintenance in progress gives it, or else Operational. The default is `false`.",
    restoresByDefault: false,
    statements(db, noticeID, { restoreComponents, now }) {
      const cause = `incident:${noticeID}`;
      return [
        db.delete(statusOverrides).where(eq(statusOverrides.cause, cause)),
        ...(restoreComponents ? restoreIncidentComponents(db, noticeID, { at: now, now, cause }) : []),
      ];
    },
  },
};
