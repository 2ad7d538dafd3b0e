import type { ComponentUptime } from "../../../worker/components/schema.ts";

/** `99.98% uptime over 90 days`; never rounded up, so that 100% is all of the time. */
export function UptimeFigure({ uptime: { uptime, days } }: { uptime: ComponentUptime }) {
  if (uptime === null) return null;
  return (
    <p className="description">
      {Math.floor(uptime * 10_000) / 100}% uptime over {days} days
    </p>
  );
}
