import type { AlertRule, NewAlertRule } from "../../../worker/alerts/rules/schema.ts";
import type { ComponentStatus } from "../../../worker/components/domain.ts";
import { makeComponent } from "../factories/factories.ts";
import { sendJSON } from "../factories/send-json.ts";
import { answer, type Daymark } from "./daymark.ts";

/** Deletes what `alerting` makes, and what rules make of it. */
export const deleteAlerts =
  "DELETE FROM received_alerts; DELETE FROM alert_progress; DELETE FROM alert_rules; DELETE FROM proposals; DELETE FROM published_proposals; DELETE FROM notices; DELETE FROM templates; DELETE FROM components; DELETE FROM component_groups; DELETE FROM messages; DELETE FROM subscribers";

/** @param start has the installation, and a key of the scope `alerts` */
export function alerting(start: () => { daymark: Daymark; key: string }) {
  const request = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    sendJSON(start().daymark, { method, path, body, headers });
  async function makeRule(rule: Partial<NewAlertRule>): Promise<AlertRule> {
    const body = { name: "Probes", holdMinutes: 0, settleMinutes: 0, ...rule };
    const { status, json } = await request("POST", "/api/alert-rules", body);
    if (status !== 201) throw new Error(JSON.stringify(json));
    return json as AlertRule; // the response of 201
  }
  /** @returns the status of the response */
  async function send(body: object): Promise<number> {
    const { daymark, key } = start();
    const init = { method: "POST", headers: { "x-api-key": key }, body: JSON.stringify(body) };
    return (await daymark.fetch("/api/v0/alerts/generic", init)).status;
  }
  return {
    request,
    makeRule,
    send,
    fire: (fields: object = {}) => send({ key: "api", state: "firing", title: "Probe failed", ...fields }),
    end: (fields: object = {}) => send({ key: "api", state: "resolved", ...fields }),
    /** The cron runs so many minutes from now. */
    tick: (minutes: number) =>
      start().daymark.runCron(new Date(Math.floor(Date.now() / 60_000 + minutes) * 60_000).toISOString()),
    proposals: () => answer(start().daymark.administrator.proposals.$get()),
    incidents: () => answer(start().daymark.visitor.incidents.$get({ query: {} })),
    async statusOf(componentID: string): Promise<ComponentStatus | undefined> {
      const components = await answer(start().daymark.visitor.components.$get({ query: {} }));
      return components.find((each) => each.componentID === componentID)?.status;
    },
    setByHand: (componentID: string, status: ComponentStatus) =>
      request("PATCH", `/api/components/${componentID}`, { status }),
    /** @param status what a rule gives it */
    async makeAPI(status: ComponentStatus = "Major Outage") {
      const { componentID } = await makeComponent(start().daymark, { name: "API" });
      return { componentID, components: [{ componentID, status }] };
    },
  };
}
