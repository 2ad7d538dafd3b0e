import { operationTexts } from "../../openapi/operation-text.ts";

export const auditOperations = operationTexts("Audit log", {
  listAuditEntries: {
    summary: "List entries",
    description:
      "Returns who changed what and when, the newest first. Each write of an administrator, an API key or the schedule is stored together with its entry, and the changed fields right after it. Entries can't be changed, and are deleted only when they are older than `auditDays` in the settings. A page can have fewer entries than `limit`, or none, although its `Link` header names a next one. Metric points, and what recipients do about their subscriptions, are not in the log. Who looked up or erased a subscriber is, without the address.",
  },
});
