import { expect } from "vitest";
import type { AlertRule, NewAlertRule } from "../../../worker/alerts/rules/schema.ts";
import type { Daymark } from "./daymark.ts";

export async function makeSenderKey({ administrator }: Daymark): Promise<string> {
  const json = { name: "Monitoring", scopes: ["alerts" as const] };
  const response = await administrator.settings.apikeys.$post({ json });
  return ((await response.json()) as { value: string }).value; // An error response fails the test at its next line.
}

/** Sends what a monitoring service sends, with a key of `makeSenderKey`. */
export async function sendAlerts(
  { settings }: Daymark,
  key: string,
  source: string,
  body: object,
): Promise<void> {
  const response = await fetch(`${settings.apiURL}/api/v0/alerts/${source}`, {
    method: "POST",
    headers: { "x-api-key": key, "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(202);
}

export async function makeRule({ administrator }: Daymark, json: NewAlertRule): Promise<AlertRule> {
  const response = await administrator["alert-rules"].$post({ json });
  return (await response.json()) as AlertRule; // An error response fails the test at its next line.
}

export async function rulesOf({ administrator }: Daymark): Promise<AlertRule[]> {
  return (await administrator["alert-rules"].$get()).json();
}

/** The cron runs so many minutes from now. */
export function runCronIn({ runCron }: Daymark, minutes: number): void {
  runCron(new Date(Date.now() + minutes * 60_000).toISOString());
}

export const alert = (overrides: object = {}) => ({
  key: "api",
  state: "firing",
  title: "The API is slow",
  ...overrides,
});
