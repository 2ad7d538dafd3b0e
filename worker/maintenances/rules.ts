import { Refusal } from "../http/errors.ts";
import type { Rules } from "../notices/rules.ts";
import { giveBack, maintenanceEffects } from "./effects.ts";
import { cancelInCalendars } from "./store.ts";

export const maintenanceRules: Rules = {
  kind: "maintenance",
  check({ startAt, endAt }) {
    if (startAt !== null && endAt !== null && endAt > startAt) return;
    const message = "End time must be after start time.";
    throw new Refusal(400, message, { errors: [{ path: "endAt", message }] });
  },
  effects: maintenanceEffects,
  deletion: {
    description: {},
    effects(db, noticeID) {
      const now = new Date().toISOString();
      const change = { at: now, now, cause: `maintenance:${noticeID}` };
      return [...giveBack(db, noticeID, change), ...cancelInCalendars(db, noticeID, now)];
    },
  },
};
