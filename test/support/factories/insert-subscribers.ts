import type { Daymark } from "../starters/daymark.ts";

interface NewSubscriber {
  emailAddress: string;
  /** Component IDs. The default is all components. */
  components?: string[];
  state?: "unconfirmed" | "confirmed" | "ended";
  timeZone?: string;
  language?: string;
}

/** Writes subscribers to the database, because thousands of requests would take too long. */
export async function addSubscribers({ db }: Pick<Daymark, "db">, all: NewSubscriber[]): Promise<void> {
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
        `INSERT INTO subscribers (subscriber_id, email_address, address_key, state, everything, time_zone, language, created_at, confirmed_at)
        SELECT value ->> 'subscriberID', value ->> 'emailAddress', value ->> 'emailAddress',
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

/** Describes `count` subscribers to everything, with addresses numbered from 1. */
export function manySubscribers(count: number): NewSubscriber[] {
  return Array.from({ length: count }, (_, n) => ({ emailAddress: `reader-${n + 1}@example.org` }));
}

export function addressesOf(subscribers: NewSubscriber[]): string[] {
  return subscribers.map(({ emailAddress }) => emailAddress);
}

/** Adds `count` unconfirmed subscribers whose confirmation emails are due, with addresses numbered from 1. */
export async function addWaitingSubscribers(
  { db, now: clock }: Pick<Daymark, "db" | "now">,
  count: number,
): Promise<string[]> {
  const addresses = Array.from({ length: count }, (_, n) => `asker-${n + 1}@example.org`);
  await addSubscribers(
    { db },
    addresses.map((emailAddress) => ({ emailAddress, state: "unconfirmed" })),
  );
  const addressesJSON = JSON.stringify(addresses);
  const now = new Date(clock()).toISOString();
  await db.batch([
    db
      .prepare(
        "INSERT INTO messages (message_id, kind, created_at) SELECT 'ask-' || value, 'confirmation', ? FROM json_each(?)",
      )
      .bind(now, addressesJSON),
    db
      .prepare(
        `INSERT INTO deliveries (message_id, subscriber_id, next_at, lane)
        SELECT 'ask-' || value, 'to-' || value, ?, 'CONFIRMATIONS' FROM json_each(?)`,
      )
      .bind(now, addressesJSON),
  ]);
  return addresses;
}

/** Records `count` accepted requests to subscribe, `gapMs` apart, that end before `until`. */
export async function addSubscribeRequests(
  { db }: Pick<Daymark, "db">,
  { count, until, gapMs }: { count: number; until: number; gapMs: number },
): Promise<void> {
  const times = Array.from({ length: count }, (_, n) => new Date(until - (count - n) * gapMs).toISOString());
  await db
    .prepare("INSERT INTO subscribe_calls (at) SELECT value FROM json_each(?)")
    .bind(JSON.stringify(times))
    .run();
}
