import { eq, sql } from "drizzle-orm";
import { withoutFormula } from "../../../web/shared/csv.ts";
import type { Db } from "../../storage/db.ts";
import { decrypt } from "../../storage/secret-key.ts";
import { shortenedAddress } from "../endpoints/address.ts";
import { endpoints } from "../endpoints/table.ts";
import type { SubscriberCounts } from "./schema.ts";
import { subscribers } from "./table.ts";

export async function countSubscribers(db: Db): Promise<SubscriberCounts> {
  const inState = (state: string) => sql<number>`count(iif(${subscribers.state} = ${state}, 1, NULL))`;
  const channels = await db
    .select({
      channel: subscribers.channel,
      confirmed: inState("confirmed"),
      unconfirmed: inState("unconfirmed"),
      ended: inState("ended"),
      paused: sql<number>`count(${endpoints.pausedSince})`,
    })
    .from(subscribers)
    .leftJoin(
      endpoints,
      sql`${subscribers.channel} <> 'email' AND ${endpoints.subscriberID} = ${subscribers.subscriberID}`,
    )
    .where(sql`NOT ${subscribers.isTeam}`)
    .groupBy(subscribers.channel);
  return { channels };
}

/** 100,000 subscribers take 20 statements, and an invocation on the free plan has 50. */
const ROWS_PER_PAGE = 5000;

const columns = [
  ...["channel", "address", "state", "everything", "language", "time_zone"],
  ...["requested_at", "confirmed_at", "ended_at", "ended_reason"],
];

/** Each page is read when the client has taken the one before, so the whole is never in memory. */
export async function exportSubscribers(env: Env, db: Db): Promise<ReadableStream<Uint8Array>> {
  const encoder = new TextEncoder();
  // Read before the response starts, so that an error has a status.
  let page = await readPage(db, "");
  let isFirst = true;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const lines = await Promise.all(page.map((row) => toLine(env, row)));
        controller.enqueue(encoder.encode([...(isFirst ? [csvLine(columns)] : []), ...lines].join("")));
        isFirst = false;
        const last = page.at(-1);
        if (!last || page.length < ROWS_PER_PAGE) return controller.close();
        page = await readPage(db, last.subscriberID);
      },
    },
    { highWaterMark: 0 },
  );
}

type Row = Awaited<ReturnType<typeof readPage>>[number];

function readPage(db: Db, after: string) {
  return db
    .select({
      subscriberID: subscribers.subscriberID,
      channel: subscribers.channel,
      state: subscribers.state,
      emailAddress: subscribers.emailAddress,
      encryptedURL: endpoints.address,
      everything: subscribers.everything,
      language: subscribers.language,
      timeZone: subscribers.timeZone,
      createdAt: subscribers.createdAt,
      confirmedAt: subscribers.confirmedAt,
      endedAt: subscribers.endedAt,
      endedReason: subscribers.endedReason,
    })
    .from(subscribers)
    .leftJoin(endpoints, eq(endpoints.subscriberID, subscribers.subscriberID))
    .where(sql`${subscribers.subscriberID} > ${after} AND NOT ${subscribers.isTeam}`)
    .orderBy(subscribers.subscriberID)
    .limit(ROWS_PER_PAGE);
}

async function toLine(env: Env, row: Row): Promise<string> {
  const url =
    row.encryptedURL === null ? undefined : await decrypt(env, "endpoint-address", row.encryptedURL);
  const { channel, state, emailAddress, everything, language, timeZone } = row;
  return csvLine([
    ...[channel, url === undefined ? emailAddress : shortenedAddress(url), state, everything ? "yes" : "no"],
    ...[language, timeZone, row.createdAt, row.confirmedAt ?? "", row.endedAt ?? "", row.endedReason ?? ""],
  ]);
}

/** RFC 4180. */
function csvLine(values: string[]): string {
  return `${values.map((value) => `"${withoutFormula(value).replaceAll('"', '""')}"`).join(",")}\r\n`;
}
