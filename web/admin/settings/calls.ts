import { queryOptions } from "@tanstack/react-query";
import type {
  ApiKey,
  NewApiKey,
  NewLogo,
  Settings,
  SettingsChange,
} from "../../../worker/settings/schema.ts";
import { administrator, answer } from "../api.ts";
import { refreshed } from "../query-client.ts";

export const settingsQuery = queryOptions({
  ...refreshed,
  queryKey: ["settings"],
  queryFn: () => answer(administrator().settings.$get()),
});

/** @param unchangedSince the `updatedAt` that the change is made on */
export function changeSettings(json: SettingsChange, unchangedSince: string | undefined): Promise<Settings> {
  return answer(administrator(unchangedSince).settings.$patch({ json }));
}

export function createApiKey(json: NewApiKey, requestID: string): Promise<ApiKey> {
  const headers = { "Idempotency-Key": requestID };
  return answer(administrator().settings.apikeys.$post({ json }, { headers }));
}

export async function deleteApiKey(keyID: string): Promise<void> {
  await answer(administrator().settings.apikeys[":keyID"].$delete({ param: { keyID } }));
}

export async function uploadLogo(json: NewLogo): Promise<void> {
  await answer(administrator().settings.logos.$post({ json }));
}

export async function deleteLogo(logoID: string): Promise<void> {
  await answer(administrator().settings.logos[":logoID"].$delete({ param: { logoID } }));
}
