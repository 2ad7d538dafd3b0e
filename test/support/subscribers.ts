import type { Daymark } from "./daymark.ts";

interface Who {
  emailAddress: string;
  /** Ids; everything unless told. */
  components?: string[];
  state?: "unconfirmed" | "confirmed" | "ended";
  timeZone?: string;
  language?: string;
}

/** Puts subscribers where confirming would have put them: by the thousand there is no time for the front door. */
export async function addSubscribers({ db }: Pick<Daymark, "db">, all: Who[]): Promise<void> {
  const rows = all.map(
    ({ emailAddress, components, state = "confirmed", timeZone = "UTC", language = "en" }) => ({
      subscriberID: `to-${emailAddress}`,
      emailAddress,
      components: components ?? null,
      state,
      timeZone,
      language,
    }),
  );
  await db.batch([
    db
      .prepare(
        `INSERT INTO subscribers (subscriber_id, email_address, address_key, is_keyed, token, state, everything, time_zone, language, created_at, confirmed_at)
        SELECT value ->> 'subscriberID', value ->> 'emailAddress', value ->> 'emailAddress', 1, '',
          value ->> 'state', value ->> 'components' IS NULL, value ->> 'timeZone', value ->> 'language', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z'
        FROM json_each(?)`,
      )
      .bind(JSON.stringify(rows)),
    db
      .prepare(
        `INSERT INTO subscriber_components (subscriber_id, component_id)
        SELECT each.value ->> 'subscriberID', component.value FROM json_each(?) AS each,
          json_each(each.value, '$.components') AS component WHERE component.type = 'text'`,
      )
      .bind(JSON.stringify(rows)),
  ]);
}

/** So many of them, subscribed to everything, at addresses that count from 1. */
export function manySubscribers(count: number): Who[] {
  return Array.from({ length: count }, (_, n) => ({ emailAddress: `reader-${n + 1}@example.org` }));
}

/** So many who have asked and whose confirmation mail waits, at addresses that count from 1. */
export async function addWaiting({ db }: Pick<Daymark, "db">, count: number): Promise<string[]> {
  const addresses = Array.from({ length: count }, (_, n) => `asker-${n + 1}@example.org`);
  await addSubscribers(
    { db },
    addresses.map((emailAddress) => ({ emailAddress, state: "unconfirmed" })),
  );
  const asked = JSON.stringify(addresses);
  const now = new Date().toISOString();
  await db.batch([
    db
      .prepare(
        "INSERT INTO mail_messages (message_id, kind, created_at) SELECT 'ask-' || value, 'confirmation', ? FROM json_each(?)",
      )
      .bind(now, asked),
    db
      .prepare(
        `INSERT INTO mail_deliveries (message_id, subscriber_id, next_at, is_confirmation)
        SELECT 'ask-' || value, 'to-' || value, ?, 1 FROM json_each(?)`,
      )
      .bind(now, asked),
  ]);
  return addresses;
}

/** So many requests to subscribe that were taken, each so many milliseconds after the one before. */
export async function addCalls(
  { db }: Pick<Daymark, "db">,
  { count, until, apart }: { count: number; until: number; apart: number },
): Promise<void> {
  const times = Array.from({ length: count }, (_, n) => new Date(until - (count - n) * apart).toISOString());
  await db
    .prepare("INSERT INTO subscribe_calls (at) SELECT value FROM json_each(?)")
    .bind(JSON.stringify(times))
    .run();
}
