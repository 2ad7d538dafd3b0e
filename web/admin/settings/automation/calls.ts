import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { ALERTS_LISTED, type StoredSourceID } from "../../../../worker/alerts/domain.ts";
import type { ReceivedAlerts } from "../../../../worker/alerts/received/schema.ts";
import type {
  AlertRule,
  AlertRuleChange,
  AlertRulePreview,
  AlertRulePreviewRequest,
  NewAlertRule,
} from "../../../../worker/alerts/rules/schema.ts";
import type { AlertPaths } from "../../../../worker/settings/alert-paths/schema.ts";
import type { ApiKey } from "../../../../worker/settings/schema.ts";
import { MINUTE_MS } from "../../../../worker/shared/time/domain.ts";
import { adminAPI, fetchWithMessage, okResponse, readBody, type Write } from "../../api/api.ts";
import { polling, retryFirstLoad } from "../../api/query-client.ts";
import { pause } from "../../pause.ts";
import { runtimeSettings } from "../../runtime-settings.ts";

export const ruleList = queryOptions({
  ...polling,
  queryKey: ["alert-rules"],
  queryFn: () => readBody(adminAPI()["alert-rules"].$get()),
});

export const TYPING_PAUSE_MS = 400;

/** The bodies in it can be large, so it is not polled as often as other lists. */
export function receivedList(source: StoredSourceID | undefined, q = "") {
  return infiniteQueryOptions({
    queryKey: ["received-alerts", source, q],
    queryFn: async ({ pageParam: before, signal }) => {
      // While someone types, only the last request is sent.
      if (q !== "") await pause(TYPING_PAUSE_MS, signal);
      return readBody(adminAPI()["received-alerts"].$get({ query: { before, source, q: q || undefined } }));
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: ReceivedAlerts[]) => (page.length < ALERTS_LISTED ? undefined : page.at(-1)?.id),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: "always",
    refetchOnWindowFocus: "always",
    refetchInterval: (query) => {
      const { data } = query.state;
      if (!data) return retryFirstLoad(query);
      return data.pages.length === 1 ? MINUTE_MS : false; // Whoever reads older ones doesn't want them to move.
    },
  });
}

export function addRule(json: NewAlertRule, requestID: string): Promise<AlertRule> {
  return readBody(adminAPI({ requestID })["alert-rules"].$post({ json }));
}

export function changeRule(ruleID: string, json: AlertRuleChange, write?: Write): Promise<AlertRule> {
  return readBody(adminAPI(write)["alert-rules"][":ruleID"].$patch({ param: { ruleID }, json }));
}

export async function deleteRule(ruleID: string): Promise<void> {
  await readBody(adminAPI()["alert-rules"][":ruleID"].$delete({ param: { ruleID } }));
}

export function previewRule(json: AlertRulePreviewRequest): Promise<AlertRulePreview> {
  return readBody(adminAPI().preview["alert-rules"].$post({ json }));
}

/** Tells the test from what a sender sends itself. */
export const TEST_ALERT_KEY = "daymark-test";

/** @param alertPaths null for messages in the format of the source `generic` only */
export function changeAlertPaths(
  keyID: string,
  alertPaths: AlertPaths | null,
  write?: Write,
): Promise<ApiKey> {
  const request = { param: { keyID }, json: { alertPaths } };
  return readBody(adminAPI(write).settings.apikeys[":keyID"].$patch(request));
}

/** It begins and ends at once, so no rule acts on it, whatever the rule matches. */
export async function sendTestAlert(key: string, sender: string): Promise<void> {
  const alert = {
    key: TEST_ALERT_KEY,
    title: "Test alert from the console",
    labels: { alertname: "Test", sender },
  };
  const alerts = [
    { ...alert, state: "firing" },
    { ...alert, state: "resolved" },
  ];
  const request = fetchWithMessage(`${runtimeSettings().apiURL}/api/v0/alerts/generic`, {
    method: "POST",
    headers: { "x-api-key": key, "Content-Type": "application/json" },
    body: JSON.stringify({ alerts }),
  });
  await okResponse(request as Parameters<typeof okResponse>[0]); // which uses nothing that a Response lacks
}
