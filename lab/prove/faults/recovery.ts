import { MINUTE_MS } from "../../../worker/shared/time/domain.ts";
import { clientHeaders, type Outage, send, type Write } from "./outage.ts";
import { readPoints, SUBSCRIBERS, type Subject } from "./subject.ts";

/** Retries wait up to some minutes after an outage of some minutes. */
const RECOVERY_MINUTES = 12;

/** Repeats what was refused, lets the queues and the cron catch up, and compares what is there with what should be. */
export async function recover(subject: Subject, outage: Outage, outageStart: number) {
  const outageEnd = subject.queues.clock();
  const Authorization = await subject.daymark.token();
  const refused = (writes: Write[]) => writes.filter(({ isAccepted }) => !isAccepted);
  // The Worker asks the user pool for keys at most once a minute.
  await subject.runMinutes(2);
  for (const write of refused(outage.incidents))
    await send(subject, "/api/incidents", write, { Authorization });
  for (const write of refused(outage.points))
    await send(subject, "/api/v0/metrics/data", write, { "x-api-key": subject.key });
  for (const [round, write] of outage.subscribers.entries())
    if (!write.isAccepted) await send(subject, "/api/subscribers/subscribe", write, clientHeaders(round));
  await subject.runMinutes(RECOVERY_MINUTES);
  return compare(subject, outage, { outageStart, outageEnd });
}

async function compare(
  subject: Subject,
  outage: Outage,
  { outageStart, outageEnd }: { outageStart: number; outageEnd: number },
) {
  const lost: string[] = [];
  const doubled: string[] = [];
  const expectOne = (what: string, found: number, expected = 1) => {
    if (found < expected) lost.push(`${what} (${found} of ${expected})`);
    if (found > expected) doubled.push(`${what} (${found} instead of ${expected})`);
  };
  const { db } = subject.daymark;
  const countRows = async (table: string, column: string, value: string) =>
    (await db
      .prepare(`SELECT count(*) AS n FROM ${table} WHERE ${column} = ?`)
      .bind(value)
      .first<number>("n")) ?? 0;
  const mails = await subject.mail.mails();
  for (const { label } of outage.incidents) {
    expectOne(label, await countRows("notices", "name", label));
    const about = mails.filter(({ subject: line = "", text = "" }) => `${line} ${text}`.includes(label));
    expectOne(`emails about ${label}`, about.length, SUBSCRIBERS);
  }
  for (const { label } of outage.subscribers) {
    expectOne(`the subscription of ${label}`, await countRows("subscribers", "email_address", label));
    expectOne(
      `the confirmation email to ${label}`,
      mails.filter(({ to }) => to?.[0]?.address === label).length,
    );
  }
  const submitted = await readPoints(subject, subject.submittedID);
  for (const { label } of outage.points)
    if (!submitted.has(Number(label))) lost.push(`the point of ${new Date(Number(label)).toISOString()}`);
  const collected = await readPoints(subject, subject.collectedID);
  for (let minute = Math.ceil(outageStart / MINUTE_MS) * MINUTE_MS; minute < outageEnd; minute += MINUTE_MS)
    if (!collected.has(minute)) lost.push(`the collected point of ${new Date(minute).toISOString()}`);
  if (subject.queues.waiting() > 0) lost.push(`${subject.queues.waiting()} messages still in the queues`);
  return { lost, doubled };
}
