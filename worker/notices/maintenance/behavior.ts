import { invalidField } from "../../http/errors.ts";
import type { KindBehavior } from "../writes/kind-behavior.ts";
import {
  changeMaintenanceComponents,
  maintenanceEffects,
  restoredByMaintenance,
  restoreMaintenanceComponents,
} from "./components.ts";
import { cancelInCalendars } from "./store.ts";

export const maintenanceBehavior: KindBehavior = {
  kind: "maintenance",
  validate({ startAt, endAt }) {
    if (startAt !== null && endAt !== null && endAt > startAt) return;
    const message = "End time must be after start time.";
    throw invalidField("endAt", message);
  },
  componentEffects: maintenanceEffects,
  changeComponents: changeMaintenanceComponents,
  restoredComponents: (noticeID, { to, components }) =>
    restoredByMaintenance(noticeID, to === "Scheduled" ? { planned: components } : { named: components }),
  deletion: {
    description:
      "If `false`, the components of a maintenance in progress keep their statuses. The default is `true`: each gets the status that it would get at the maintenance's end.",
    restoresByDefault: true,
    statements(db, noticeID, { restoreComponents, now }) {
      const change = { at: now, now, cause: `maintenance:${noticeID}` };
      return [
        ...restoreMaintenanceComponents(db, noticeID, change, { keepsStatuses: !restoreComponents }),
        ...cancelInCalendars(db, noticeID, now),
      ];
    },
  },
};
