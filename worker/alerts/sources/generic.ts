import * as z from "zod";
import { MAX_ALERTS_PER_BODY } from "../domain.ts";
import { boundedAlert, defineSource, parseTime } from "./source.ts";

const GenericAlert = z.object({
  key: z.string({ error: "key must be a text that tells the alert from others." }).min(1, "key is required."),
  state: z.enum(["firing", "resolved"], { error: "state must be firing or resolved." }),
  title: z.string({ error: "title must be a string." }).optional(),
  labels: z.record(z.string(), z.unknown(), { error: "labels must be an object." }).optional(),
  link: z.string({ error: "link must be a string." }).optional(),
  at: z.iso
    .datetime({ offset: true, error: "at must be a date and time such as 2026-01-31T09:00:00Z." })
    .optional(),
});

const Body = z.union(
  [
    z.object({
      alerts: z
        .array(GenericAlert)
        .max(MAX_ALERTS_PER_BODY, { error: () => `alerts can be ${MAX_ALERTS_PER_BODY} at most.` }),
    }),
    GenericAlert,
  ],
  { error: "The body must be an alert with key and state, or have a list of such alerts." },
);

/** One alert, or several in `alerts`. */
export const generic = defineSource<z.output<typeof Body>>({
  schema: Body,
  read: (body) =>
    Promise.all(
      ("alerts" in body ? body.alerts : [body]).map(({ key, state, title, labels, link, at }) =>
        boundedAlert({
          key,
          state,
          title: title ?? key,
          labels: labels ?? {},
          link: link ?? "",
          at: parseTime(at),
        }),
      ),
    ),
});
