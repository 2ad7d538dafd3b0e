export interface RuntimeSettings {
  apiURL: string;
  userPoolID: string;
  clientID: string;
  /** Defaults to Amazon's address for the pool's region. */
  userPoolEndpoint?: string;
  /** Defaults to SRP. */
  authenticationFlow?: string;
}

declare global {
  interface Window {
    settings?: Partial<RuntimeSettings>;
  }
}

const EVERY = 10;
const TRIES = 6_000;

/** Waits until the three settings are in the page: a look every 10 ms, a minute at most. */
export async function settingsArrived(): Promise<void> {
  for (let tries = 0; tries < TRIES; tries++) {
    if (complete(window.settings)) return;
    await new Promise((resolve) => setTimeout(resolve, EVERY));
  }
  throw new Error("failed to load settings");
}

export function runtimeSettings(): RuntimeSettings {
  if (!complete(window.settings)) throw new Error("failed to load settings");
  return window.settings;
}

function complete(settings: Partial<RuntimeSettings> | undefined): settings is RuntimeSettings {
  return Boolean(settings?.apiURL && settings.userPoolID && settings.clientID);
}
