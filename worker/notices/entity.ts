import { NewComponent } from "../components/schema.ts";
import { NewIncident } from "../incidents/schema.ts";
import type { Entity } from "../storage/entity.ts";
import { type NoticeKind, noticeStatuses } from "./domain.ts";
import {
  deletedComponents,
  noticeComponents,
  notices,
  noticeUpdateComponents,
  noticeUpdates,
} from "./table.ts";

interface NoticeTimes {
  kind: NoticeKind;
  status: string;
  startAt: string | null;
  endAt: string | null;
}

export const incident: Entity<"incident"> = {
  archive: {
    notices: {
      table: notices,
      input: NewIncident,
      fields: ({ time, noTime }) => ({ nextReminderAt: time.or(noTime) }),
      check: (row) =>
        row.check(({ value, issues }) => {
          const { kind, status, startAt, endAt } = value as unknown as NoticeTimes; // the columns of the table
          const problem = (path: string, message: string) =>
            issues.push({ code: "custom", input: value, path: [path], message });
          if (!noticeStatuses[kind].some((each) => each === status))
            problem("status", "A status is not one of its kind.");
          if (kind === "maintenance" && (startAt === null || endAt === null))
            problem("startAt", "A maintenance has a start and an end.");
          if (startAt !== null && endAt !== null && endAt <= startAt)
            problem("endAt", "End time must be after start time.");
        }),
    },
    noticeUpdates: { table: noticeUpdates, input: NewIncident },
    noticeUpdateComponents: { table: noticeUpdateComponents, input: NewComponent },
    noticeComponents: {
      table: noticeComponents,
      fields: ({ time, noTime }) => ({ createdAt: time.or(noTime), changedAt: time.or(noTime) }),
    },
    deletedComponents: { table: deletedComponents, input: NewComponent },
  },
};
