import { queryOptions } from "@tanstack/react-query";
import type {
  ApiKey,
  NewApiKey,
  NewLogo,
  Settings,
  SettingsChange,
} from "../../../worker/settings/schema.ts";
import { adminAPI, readBody, type Write } from "../api/api.ts";
import { polling } from "../api/query-client.ts";

export const settingsQuery = queryOptions({
  ...polling,
  queryKey: ["settings"],
  queryFn: () => readBody(adminAPI().settings.$get()),
});

export function changeSettings(json: SettingsChange, write?: Write): Promise<Settings> {
  return readBody(adminAPI(write).settings.$patch({ json }));
}

export function createApiKey(json: NewApiKey, requestID: string): Promise<ApiKey> {
  return readBody(adminAPI({ requestID }).settings.apikeys.$post({ json }));
}

export async function deleteApiKey(keyID: string): Promise<void> {
  await readBody(adminAPI().settings.apikeys[":keyID"].$delete({ param: { keyID } }));
}

export async function uploadLogo(json: NewLogo): Promise<void> {
  await readBody(adminAPI().settings.logos.$post({ json }));
}

export async function deleteLogo(logoID: string): Promise<void> {
  await readBody(adminAPI().settings.logos[":logoID"].$delete({ param: { logoID } }));
}
