import { runtimeSettings } from "../../runtime-settings.ts";
import { pendingTrial } from "../../session/provider-pending.ts";

/** Call before the session starts. Then this page signs in to the user pool that is tried, and to nothing else. */
export function signInWithTriedPool(): void {
  const method = pendingTrial()?.method;
  if (method?.kind !== "pool") return;
  const { apiURL, userPoolEndpoint, authenticationFlow } = runtimeSettings();
  window.settings = {
    apiURL,
    ...(userPoolEndpoint !== undefined && { userPoolEndpoint }),
    ...(authenticationFlow !== undefined && { authenticationFlow }),
    userPoolID: method.userPoolID,
    clientID: method.clientID,
  };
}
