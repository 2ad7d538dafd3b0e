import { answer, type Daymark } from "../starters/daymark.ts";
import type { RecordedMail } from "./mail.ts";

interface Delivery {
  state: string;
  error: string;
  attempts: number;
  address: string;
}

export async function readDeliveries({ db }: Daymark): Promise<Delivery[]> {
  const { results } = await db
    .prepare(
      `SELECT deliveries.state, deliveries.error, deliveries.attempts, email_address AS address
      FROM deliveries LEFT JOIN subscribers USING (subscriber_id) WHERE deliveries.channel = 'email' ORDER BY delivery_id`,
    )
    .all<Delivery>();
  return results;
}

export async function countWaiting({ administrator }: Pick<Daymark, "administrator">): Promise<number> {
  const { messages } = await answer(administrator.mail.messages.$get());
  return messages.reduce((sum, { waiting }) => sum + waiting, 0);
}

/** Counts calls of SES's SendEmail, even if they fail. */
export function countSendCalls({ calls }: RecordedMail): number {
  return calls.filter(({ path }) => path.endsWith("outbound-emails")).length;
}

/** Moves the Worker's clock and runs the cron. @returns the time of the run in milliseconds since the epoch */
export async function runCronAhead(daymark: Daymark, clockAheadMs: number): Promise<number> {
  await daymark.setClockAhead(clockAheadMs);
  const now = daymark.now();
  await daymark.runCron(new Date(now).toISOString());
  return now;
}
