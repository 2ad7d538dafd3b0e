import * as z from "zod";
import { boundedAlert, defineSource, parseTime } from "./source.ts";

const text = z.string().nullish();

const Body = z.object({
  event_action: z.enum(["trigger", "acknowledge", "resolve"], {
    error: "event_action must be one of: trigger, acknowledge, resolve.",
  }),
  dedup_key: text,
  client_url: text,
  links: z.array(z.object({ href: text })).nullish(),
  payload: z
    .object({
      summary: text,
      source: text,
      severity: text,
      component: text,
      group: text,
      class: text,
      timestamp: text,
      custom_details: z.unknown().optional(),
    })
    .nullish(),
});

/**
 * An event without a `dedup_key` has that of its source and summary, so that it can be ended by an event that has both.
 * @see https://developer.pagerduty.com/docs/send-alert-event
 */
export const events = defineSource<z.output<typeof Body>>({
  schema: Body,
  async read({ event_action: action, dedup_key: key, payload, links, client_url: clientURL }) {
    // Somebody has seen it: nothing has changed.
    if (action === "acknowledge") return [];
    const { summary, source, severity, component, group, timestamp } = payload ?? {};
    const { custom_details: details } = payload ?? {};
    const own = { source, severity, component, group, class: payload?.class };
    return [
      await boundedAlert({
        key: key || JSON.stringify([source ?? "", summary ?? ""]),
        state: action === "trigger" ? "firing" : "resolved",
        title: summary ?? "",
        labels: { ...own, ...(details instanceof Object ? details : {}) },
        link: links?.[0]?.href || clientURL || "",
        at: parseTime(timestamp),
      }),
    ];
  },
});
