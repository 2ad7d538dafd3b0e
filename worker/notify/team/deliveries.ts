import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../../storage/db.ts";
import { changeAt, withoutChanges } from "../endpoints/store.ts";
import { failureTitle } from "../failures/domain.ts";
import {
  type ComponentStatusChange,
  deliveries,
  type MessageKind,
  messages,
  type NoticeContent,
  type TeamAlert,
} from "../outbox/table.ts";
import { subscribers } from "../subscribers/table.ts";
import type { TeamDelivery } from "./schema.ts";

/** The newest of each channel, or with a limit of 1 the one that is retried. Those that have no delivery yet are missing. */
export function selectDeliveries(db: Db, condition: SQL, limit: number) {
  const newest = sql`SELECT latest.delivery_id FROM ${deliveries} AS latest
    WHERE latest.subscriber_id = ${subscribers.subscriberID} ORDER BY latest.delivery_id DESC LIMIT ${limit}`;
  // While a message is retried, later ones wait without an error of their own.
  const retried = sql`(SELECT w.delivery_id FROM ${deliveries} AS w
    WHERE w.subscriber_id = ${subscribers.subscriberID} AND w.state = 'waiting' AND w.channel <> 'email' AND w.attempts > 0 ORDER BY w.delivery_id LIMIT 1)`;
  const ids = limit === 1 ? sql`SELECT coalesce(${retried}, (${newest}))` : newest;
  const found = sql`SELECT d.* FROM ${subscribers} CROSS JOIN ${deliveries} AS d ON d.delivery_id IN (${ids}) WHERE ${condition}`;
  return db
    .select({
      channelID: sql<string>`d.subscriber_id`,
      kind: sql<MessageKind>`${messages.kind}`,
      content: withoutChanges,
      failure: messages.failure,
      change: changeAt(sql`0`).change,
      createdAt: messages.createdAt,
      state: sql<TeamDelivery["state"]>`d.state`,
      attempts: sql<number>`d.attempts`,
      error: sql<string>`d.error`,
    })
    .from(sql`(${found}) AS d`)
    .innerJoin(messages, sql`${messages.messageID} = d.message_id`)
    .orderBy(sql`${messages.createdAt} DESC, ${messages.messageID}`);
}

interface DeliveryRow {
  content: NoticeContent | null;
  failure: TeamAlert | null;
  change: ComponentStatusChange | null;
  createdAt: string;
  state: TeamDelivery["state"];
  attempts: number;
  error: string;
}

export function toTeamDelivery({ createdAt, state, attempts, error, ...row }: DeliveryRow): TeamDelivery {
  return { ...deliverySubject(row), createdAt, state, attempts, error };
}

function deliverySubject({ content, failure, change }: Pick<DeliveryRow, "content" | "failure" | "change">) {
  if (content) return { kind: content.kind, name: content.name, status: content.status };
  if (failure?.type === "incident_proposed")
    return { kind: "proposal" as const, name: failure.content.name, status: failure.content.status };
  if (change) return { kind: "component" as const, name: change.name, status: change.newStatus };
  return { kind: "failure" as const, name: failure ? failureTitle(failure) : "", status: "" };
}
