import { MAX_POINTS_PER_REQUEST } from "../../../worker/metrics/domain.ts";
import { CommandError } from "../command-error.ts";
import { type Connection, readBody } from "../connection/connection.ts";
import { count } from "../output.ts";
import type { Point } from "./points.ts";

type StoredPoint = { timestamp: string; value: number };

/** Splits the points, because a request takes at most 1 MiB. @returns the stored points */
export async function pushPoints(
  { client }: Connection,
  metricID: string,
  points: Point[],
): Promise<StoredPoint[]> {
  const pointByTimestamp = new Map<string, StoredPoint>();
  for (let sentCount = 0; sentCount < points.length; sentCount += MAX_POINTS_PER_REQUEST) {
    const chunk = points.slice(sentCount, sentCount + MAX_POINTS_PER_REQUEST);
    const body = { [metricID]: chunk.map(({ timestamp, value }) => ({ timestamp, value })) };
    const stored = await readBody(client.POST("/api/v0/metrics/data", { body })).catch((error: unknown) => {
      throw pushError(error, { chunk, sent: sentCount, all: points.length });
    });
    for (const point of stored[metricID] ?? []) pointByTimestamp.set(point.timestamp, point);
  }
  return [...pointByTimestamp.values()].sort((one, other) => (one.timestamp < other.timestamp ? -1 : 1));
}

/** The message names the place in the input instead of the path in the request, and how many points were stored before it. */
function pushError(
  error: unknown,
  { chunk, sent, all }: { chunk: Point[]; sent: number; all: number },
): unknown {
  if (!(error instanceof CommandError)) return error;
  const [reason] = error.reasons;
  const source = chunk[Number(reason?.path?.split(".")[1])]?.source; // <metricID>.3.value
  const others = error.reasons.length > 1 ? ` (and ${error.reasons.length - 1} more)` : "";
  const why =
    source === undefined || all === 1
      ? error.message
      : `Nothing was stored. ${source}: ${reason?.message}${others}`;
  if (sent === 0) return Object.assign(error, { message: why });
  const last = `${count(sent, "point")} of ${all.toLocaleString("en")}`;
  return new CommandError(
    "partly",
    `${last} were stored, the rest were not: ${why.replace(/^Nothing was stored\. /, "")} You can safely push all of them again.`,
    error.response,
  );
}
