import * as z from "zod";
import { boundedAlert, defineSource, parseTime } from "./source.ts";

const DOWN = 0;
const UP = 1;

/** Both are null in a test message, and in one about a certificate that expires. */
const Body = z.object({
  heartbeat: z.object({ status: z.int(), time: z.string().nullish(), msg: z.string().nullish() }).nullish(),
  monitor: z
    .object({
      id: z.union([z.int(), z.string()]),
      name: z.string().nullish(),
      type: z.string().nullish(),
      url: z.string().nullish(),
      tags: z.array(z.object({ name: z.string(), value: z.string().nullish() })).nullish(),
    })
    .nullish(),
});

/**
 * The webhook notification with the preset body. Pending and maintenance, which it sends, too, say nothing of an outage.
 * @see https://github.com/louislam/uptime-kuma/wiki/Notification-Methods
 */
export const uptimeKuma = defineSource<z.output<typeof Body>>({
  schema: Body,
  async read({ heartbeat, monitor }) {
    if (!heartbeat || !monitor || (heartbeat.status !== DOWN && heartbeat.status !== UP)) return [];
    const { id, name, type, url, tags } = monitor;
    return [
      await boundedAlert({
        key: String(id),
        state: heartbeat.status === DOWN ? "firing" : "resolved",
        title: `${name || `Monitor ${id}`} is ${heartbeat.status === DOWN ? "down" : "up"}`,
        labels: {
          monitor: name ?? "",
          type: type ?? "",
          ...Object.fromEntries((tags ?? []).map((tag) => [tag.name, tag.value ?? ""])),
        },
        link: url ?? "",
        // Its times are in UTC, such as `2026-01-31 09:00:00.123`.
        at: parseTime(heartbeat.time && `${heartbeat.time.replace(" ", "T")}Z`),
      }),
    ];
  },
});
