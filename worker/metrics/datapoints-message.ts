import type { DatapointsMessage } from "./ingest.ts";

/**
 * Whether a message is as this version sends them: after a roll-back there can be some of a later one. By hand, since a batch
 * has up to 100,000 points.
 */
export function isDatapointsMessage(body: unknown): body is DatapointsMessage {
  return Array.isArray(body) && body.every(isDelivery);
}

function isDelivery(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const { metricID, day, points }: { metricID?: unknown; day?: unknown; points?: unknown } = value;
  return (
    typeof metricID === "string" && typeof day === "string" && Array.isArray(points) && points.every(isPoint)
  );
}

function isPoint(value: unknown): boolean {
  return Array.isArray(value) && value.length === 3 && value.every(Number.isFinite);
}
