import { eq, type SQL, sql } from "drizzle-orm";
import { auditedTable } from "../../storage/audited.ts";
import { tryParseJSON } from "../../storage/domain.ts";
import { endpoints } from "../endpoints/table.ts";
import { subscriberComponents, subscriberGroups, subscribers } from "../subscribers/table.ts";

/** Not its address, because whoever knows it may be able to post to it. */
export const auditedChannel = auditedTable(
  subscribers,
  subscribers.subscriberID,
  () => {
    const { name, channel, receivesAlerts: failures, everything, timeZone } = subscribers;
    const own = (value: SQL, table: SQL) =>
      sql`(SELECT ${value} FROM ${table} AS own WHERE own.subscriber_id = subscribers.subscriber_id)`;
    const idsJSON = (column: SQL, table: SQL) =>
      own(sql`json_group_array(${column} ORDER BY ${column})`, table).mapWith(tryParseJSON);
    return {
      name,
      channel,
      failures,
      everything,
      timeZone,
      secretVersion: own(sql`secret_version`, sql`${endpoints}`),
      components: idsJSON(sql`component_id`, sql`${subscriberComponents}`),
      groups: idsJSON(sql`group_id`, sql`${subscriberGroups}`),
    };
  },
  eq(subscribers.isTeam, true),
);
