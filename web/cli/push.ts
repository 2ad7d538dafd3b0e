import { MAX_POINTS } from "../../worker/metrics/domain.ts";
import { answered, type Connection } from "./connection.ts";
import { Failure } from "./failure.ts";
import { count } from "./output.ts";
import type { Point } from "./points.ts";

/** A point as it is kept, by its minute. */
type Kept = { timestamp: string; value: number };

/** Sends points in requests that stay below the 1 MiB of a body, and answers those that are kept of them. */
export async function pushPoints({ client }: Connection, metricID: string, points: Point[]): Promise<Kept[]> {
  const kept = new Map<string, Kept>();
  for (let sent = 0; sent < points.length; sent += MAX_POINTS) {
    const chunk = points.slice(sent, sent + MAX_POINTS);
    const body = { [metricID]: chunk.map(({ timestamp, value }) => ({ timestamp, value })) };
    const answer = await answered(client.POST("/api/v0/metrics/data", { body })).catch((error: unknown) => {
      throw stopped(error, { chunk, sent, all: points.length });
    });
    for (const point of answer[metricID] ?? []) kept.set(point.timestamp, point);
  }
  return [...kept.values()].sort((one, other) => (one.timestamp < other.timestamp ? -1 : 1));
}

/** The same failure in the words of the input, saying what has been stored before. */
function stopped(
  error: unknown,
  { chunk, sent, all }: { chunk: Point[]; sent: number; all: number },
): unknown {
  if (!(error instanceof Failure)) return error;
  const [reason] = error.reasons;
  const place = chunk[Number(reason?.path?.split(".")[1])]?.place; // <metricID>.3.value
  const others = error.reasons.length > 1 ? ` (and ${error.reasons.length - 1} more)` : "";
  const why =
    place === undefined || all === 1
      ? error.message
      : `Nothing was stored. ${place}: ${reason?.message}${others}`;
  if (sent === 0) return Object.assign(error, { message: why });
  const last = `${count(sent, "point")} of ${all.toLocaleString("en")}`;
  return new Failure(
    "partly",
    `${last} were stored, the others were not: ${why.replace(/^Nothing was stored\. /, "")} Pushing all of them again does no harm.`,
    error.answer,
  );
}
