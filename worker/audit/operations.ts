import { operationTexts } from "../openapi/operation-text.ts";

export const auditOperations = operationTexts("Audit log", {
  listAuditEntries: {
    summary: "List entries",
    description:
      "Returns who changed what and when, the newest first. Each write of an administrator, an API key or the schedule is stored together with its entry. Entries can't be changed, and are deleted only when they are older than `auditDays` in the settings. A page can have fewer entries than `limit`, or none, although its `Link` header names a next one. Metric points, and what recipients do about their subscriptions, are not in the log. Who looked up or erased a subscriber is, without the address.",
  },
  getAuditChain: {
    summary: "Get the ends of the chain",
    description:
      "Returns what is needed to verify that no entry was changed or removed: `daymark audit verify` does so. The hash of an entry is the SHA-256 of the JSON list of the hash before it, `seq`, `at`, the three fields of `actor`, `kind`, `action`, `itemID`, `itemName`, `noticeUpdateID`, `requestID`, `before` and `after`, without spaces, in UTF-8.",
  },
});
