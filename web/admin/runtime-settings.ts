import { MINUTE_MS } from "../../worker/time/domain.ts";

export interface RuntimeSettings {
  apiURL: string;
  userPoolID: string;
  clientID: string;
  userPoolEndpoint?: string;
  authenticationFlow?: string;
}

declare global {
  interface Window {
    settings?: Partial<RuntimeSettings>;
  }
}

const POLL_MS = 10;
const TIMEOUT_MS = MINUTE_MS;

export async function waitForSettings(): Promise<void> {
  for (let waitedMs = 0; waitedMs < TIMEOUT_MS; waitedMs += POLL_MS) {
    if (isComplete(window.settings)) return;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  throw new Error("failed to load settings");
}

export function runtimeSettings(): RuntimeSettings {
  if (!isComplete(window.settings)) throw new Error("failed to load settings");
  return window.settings;
}

function isComplete(settings: Partial<RuntimeSettings> | undefined): settings is RuntimeSettings {
  return Boolean(settings?.apiURL && settings.userPoolID && settings.clientID);
}
