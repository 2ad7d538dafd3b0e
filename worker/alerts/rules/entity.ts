import * as z from "zod";
import { ComponentStatuses } from "../../components/schema.ts";
import { entityNames } from "../../entities/domain.ts";
import { auditedTable, columnsWithout } from "../../storage/audited.ts";
import { type Entity, exampleTimes } from "../../storage/entity.ts";
import { storedSourceIDs } from "../domain.ts";
import { AlertRule, AlertRuleChange, LabelMatches } from "./schema.ts";
import { alertRules } from "./table.ts";

const { exampleID: componentID } = entityNames.component;
const { exampleID: ruleID } = entityNames.alertRule;

const exampleRule = {
  ruleID,
  name: "Slow API",
  source: "alertmanager",
  labels: [{ name: "alertname", value: "HighLatency*" }],
  components: [{ componentID, status: "Degraded Performance" }],
  groupID: null,
  groupStatus: "Partial Outage",
  templateID: null,
  mode: "propose",
  holdMinutes: 2,
  settleMinutes: 5,
  firing: 1,
  log: [{ at: exampleTimes.began, text: "The API is slow: Proposed an incident." }],
  createdAt: "2025-06-02T08:00:00.000Z",
  updatedAt: "2025-06-02T08:00:00.000Z",
};

export const alertRule: Entity<"alertRule"> = {
  tag: {
    name: "Alerts",
    description:
      "Receive alerts of a monitoring service, and say by rules what follows from them. Visitors see only what is published.",
  },
  items: [AlertRule],
  parameters: {
    source: ["What sends the alerts: alertmanager, events, uptime-kuma or generic.", "alertmanager"],
    key: ["An API key of the scope `alerts`, for senders that can't send a header.", "YOUR_API_KEY"],
  },
  examples: () => ({
    NewAlertRule: {
      name: exampleRule.name,
      source: exampleRule.source,
      labels: exampleRule.labels,
      components: exampleRule.components,
    },
    AlertRuleChange: { mode: "publish" },
    AlertRule: exampleRule,
    AlertRulePreviewRequest: { source: exampleRule.source, labels: exampleRule.labels, holdMinutes: 2 },
    AlertRulePreview: {
      since: "2026-01-01T09:00:00.000Z",
      alerts: 14,
      times: 1,
      stretches: [{ title: "The API is slow", beganAt: exampleTimes.began, endedAt: exampleTimes.later }],
    },
    AlertBody: { key: "api", state: "firing", title: "The API is slow", labels: { region: "eu" } },
    AcceptedAlerts: { id: "1841", status: "success", message: "Stored 1 alert." },
    ReceivedAlerts: {
      id: "1841",
      source: "generic",
      keyID: entityNames.apiKey.exampleID,
      keyName: "Monitoring",
      receivedAt: exampleTimes.began,
      alertCount: 1,
      alerts: [
        {
          key: "api",
          state: "firing",
          title: "The API is slow",
          labels: { region: "eu" },
          link: "",
          at: null,
          rules: [{ ruleID, name: exampleRule.name }],
        },
      ],
      body: '{"key":"api","state":"firing","title":"The API is slow","labels":{"region":"eu"}}',
    },
  }),
  audit: auditedTable(
    alertRules,
    alertRules.ruleID,
    columnsWithout(alertRules, "ruleID", "createdAt", "updatedAt"),
  ),
  archive: {
    alertRules: {
      table: alertRules,
      input: AlertRuleChange,
      fields: ({ json, accepted }) => ({
        source: accepted(z.enum(["", ...storedSourceIDs])),
        labels: json(LabelMatches, 10_000),
        components: json(ComponentStatuses, 100_000),
      }),
    },
  },
};
