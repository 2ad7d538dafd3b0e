import * as z from "zod";
import { MAX_ALERTS_PER_BODY } from "../domain.ts";
import { boundedAlert, defineSource, parseTime } from "./source.ts";

const texts = z.record(z.string(), z.string()).nullish();

/** Version 4. `truncatedAlerts` were left out by the sender, and come with its next message. */
const Body = z.object({
  alerts: z
    .array(
      z.object({
        status: z.enum(["firing", "resolved"], { error: "status must be firing or resolved." }),
        labels: texts,
        annotations: texts,
        startsAt: z.string().nullish(),
        endsAt: z.string().nullish(),
        generatorURL: z.string().nullish(),
        fingerprint: z.string().nullish(),
      }),
      { error: "alerts must be a list, as in the webhook of Alertmanager, version 4." },
    )
    .max(MAX_ALERTS_PER_BODY, { error: () => `alerts can be ${MAX_ALERTS_PER_BODY} at most.` }),
  externalURL: z.string().nullish(),
});

/**
 * Grafana's alerting sends the same.
 * @see https://prometheus.io/docs/alerting/latest/configuration/#webhook_config
 */
export const alertmanager = defineSource<z.output<typeof Body>>({
  schema: Body,
  read: ({ alerts, externalURL }) =>
    Promise.all(
      alerts.map(({ status, labels, annotations, startsAt, endsAt, generatorURL, fingerprint }) =>
        boundedAlert({
          // Alertmanager's fingerprint is a hash of the labels.
          key: fingerprint || JSON.stringify(Object.entries(labels ?? {}).sort()),
          state: status,
          title: annotations?.summary || labels?.alertname || "",
          labels: labels ?? {},
          link: generatorURL || externalURL || "",
          at: parseTime(status === "firing" ? startsAt : endsAt),
        }),
      ),
    ),
});
