import { NOW, timeAfter } from "../../storage/due.ts";
import { allLanes, RETENTION_MS } from "./domain.ts";

// Messages that wait for later count as well: they are rare, and the indexes have the times of each lane apart.
const waiting = [
  "EXISTS (SELECT 1 FROM deliveries INDEXED BY deliveries_due WHERE state = 'waiting' AND next_at IS NOT NULL)",
  ...allLanes.map(
    (lane) => `EXISTS (SELECT 1 FROM message_lanes WHERE state = 'waiting' AND lane = '${lane}')`,
  ),
];

/** Changes of components that webhooks were not notified of. */
const newChanges = (["ENDPOINTS", "TEAM"] as const).map((lane) => {
  const cursor = `coalesce((SELECT changes_cursor FROM lanes WHERE lane = '${lane}'), 0)`;
  return `CASE WHEN EXISTS (SELECT 1 FROM subscribers WHERE channel = 'webhook' AND state = 'confirmed' AND is_team = ${lane === "TEAM" ? 1 : 0})
    THEN EXISTS (SELECT 1 FROM status_changes WHERE id > ${cursor}) ELSE 0 END`;
});

const oldMessages = `EXISTS (SELECT 1 FROM messages WHERE created_at < ${timeAfter(NOW, -RETENTION_MS)})`;

/** There is something to send, to give up or to delete. */
export const isOutboxDue = [...waiting, ...newChanges, oldMessages].join(" OR ");
