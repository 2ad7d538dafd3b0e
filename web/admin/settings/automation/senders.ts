import type { AlertSourceID } from "../../../../worker/alerts/domain.ts";

/** What someone who connects it looks for. Two of them can send the same format. */
export const senders = [
  "Alertmanager",
  "Grafana",
  "Uptime Kuma",
  "PagerDuty format",
  "Amazon CloudWatch",
  "Your own script",
] as const;

export type Sender = (typeof senders)[number];

interface Setup {
  source: AlertSourceID;
  monogram: string;
  /** Where the text belongs. */
  sentence: string;
  what: "receiver" | "address" | "command";
  /** How to let the sender send something itself. */
  test?: string;
  text: (apiURL: string, key: string) => string;
}

const address = (source: AlertSourceID) => (apiURL: string, key: string) =>
  `${apiURL}/api/v0/alerts/${source}/${key}`;

export const setups: Record<Sender, Setup> = {
  Alertmanager: {
    source: "alertmanager",
    monogram: "AM",
    sentence:
      "In alertmanager.yml, add this to the receivers, and “- { receiver: daymark, continue: true }” as the first of the routes. Then reload Alertmanager.",
    what: "receiver",
    text: (apiURL, key) => `  - name: daymark
    webhook_configs:
      - url: ${apiURL}/api/v0/alerts/alertmanager
        send_resolved: true
        http_config:
          authorization:
            type: Bearer
            credentials: ${key}`,
  },
  Grafana: {
    source: "alertmanager",
    monogram: "G",
    sentence: "In Grafana, open Alerting, Contact points. Add one of the type Webhook with this URL.",
    what: "address",
    test: "Or press Test in Grafana.",
    text: address("alertmanager"),
  },
  "Uptime Kuma": {
    source: "uptime-kuma",
    monogram: "UK",
    sentence:
      "In Uptime Kuma, open Settings, Notifications. Add one of the type Webhook with this Post URL, and keep the preset body.",
    what: "address",
    test: "Or press Test in Uptime Kuma.",
    text: address("uptime-kuma"),
  },
  "PagerDuty format": {
    source: "events",
    monogram: "PD",
    sentence:
      "Many monitors can send to PagerDuty. Where yours asks for the address of the Events API v2, enter this. Any integration key will do.",
    what: "address",
    text: address("events"),
  },
  "Amazon CloudWatch": {
    source: "sns",
    monogram: "CW",
    sentence:
      "Put the ARN of the topic that your alarms notify in place of YOUR_TOPIC_ARN. In Amazon SNS, add a subscription of the protocol HTTPS with this endpoint to the topic, without raw message delivery. It confirms itself.",
    what: "address",
    text: (apiURL, key) => `${address("sns")(apiURL, key)}?topic=YOUR_TOPIC_ARN`,
  },
  "Your own script": {
    source: "generic",
    monogram: ">_",
    sentence: "Run this when something breaks, and again with “resolved” in place of “firing” when it works.",
    what: "command",
    test: "A service that sends JSON of its own can send it to the same address. Choose what is read of it in Received alerts below.",
    text: (apiURL, key) => `curl ${apiURL}/api/v0/alerts/generic \\
  -H "x-api-key: ${key}" -H "Content-Type: application/json" \\
  -d '{"key": "backup", "state": "firing", "title": "The backup failed"}'`,
  },
};
