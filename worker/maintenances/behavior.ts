import { Refusal } from "../http/errors.ts";
import type { KindBehavior } from "../notices/kind-behavior.ts";
import { changeMaintenanceComponents, restoreMaintenanceComponents } from "./components.ts";
import { cancelInCalendars } from "./store.ts";

export const maintenanceBehavior: KindBehavior = {
  kind: "maintenance",
  validate({ startAt, endAt }) {
    if (startAt !== null && endAt !== null && endAt > startAt) return;
    const message = "End time must be after start time.";
    throw new Refusal(400, message, { errors: [{ path: "endAt", message }] });
  },
  changeComponents: changeMaintenanceComponents,
  deletion: {
    description: {},
    statements(db, noticeID) {
      const now = new Date().toISOString();
      const change = { at: now, now, cause: `maintenance:${noticeID}` };
      return [...restoreMaintenanceComponents(db, noticeID, change), ...cancelInCalendars(db, noticeID, now)];
    },
  },
};
