import { noticeOperations } from "../operations.ts";

export const incidentOperations = noticeOperations("incident", {
  create:
    "Publishes an incident with its first update, and sets the status of each component in `components`. Subscribers get an email unless `notifySubscribers` is false. If the incident began earlier, send `createdAt`. A template fills what is empty: send its `templateID`.",
  update:
    "Changes the fields in the body. `status`, `message` or `components` add an update, which subscribers get by email unless `notifySubscribers` is false; `name` and `createdAt` alone don't. Components that aren't in the body keep their status unless `restoreComponents` is true. A resolved incident can be reopened.",
  delete:
    "Deletes the incident and its updates. Components keep their statuses unless `restoreComponents` is true. Also succeeds if the incident was already deleted. To end an incident, set its `status` to Resolved instead.",
});
