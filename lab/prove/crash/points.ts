import { setTimeout as wait } from "node:timers/promises";
import { DAY_MS, MINUTE_MS } from "../../../worker/shared/time/domain.ts";
import type { Write, Writer } from "./journal.ts";

const PATIENCE_MS = MINUTE_MS;

/** Reads all day files until they have every accepted point, or until points had long enough to leave the queue. */
export async function findLostPoints(
  statusPage: string,
  token: string,
  { metricID, number }: Writer,
  writes: Write[],
): Promise<{ lost: string[]; doubled: string[]; pointCount: number }> {
  const accepted = writes.flatMap(({ writer, state, effect }) =>
    writer === number && state === "answered" && effect.kind === "point" ? [effect] : [],
  );
  const days = [...new Set(accepted.map(({ at }) => Math.floor(at / DAY_MS)))];
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const stored = (await Promise.all(days.map((day) => readDay(statusPage, token, metricID, day)))).flat();
    const values = new Map(stored.map(({ timestamp, value }) => [Date.parse(timestamp), value]));
    const lost = accepted.filter(({ at, value }) => values.get(at) !== value);
    if (lost.length === 0 || Date.now() > deadline)
      return {
        lost: lost.map(({ at }) => `the point of ${metricID} at ${new Date(at).toISOString()}`),
        doubled: stored.length > values.size ? [`points of ${metricID}`] : [],
        pointCount: accepted.length,
      };
    await wait(200);
  }
}

async function readDay(statusPage: string, token: string, metricID: string, day: number) {
  const date = new Date(day * DAY_MS);
  const path = [metricID, date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()].join("/");
  const response = await fetch(`${statusPage}/metrics/${path}.json?fresh=1`, {
    headers: { Authorization: token, Connection: "close" },
  });
  return (await response.json()) as { timestamp: string; value: number }[]; // The API describes it so.
}
