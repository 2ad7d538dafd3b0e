import type { SignInCandidate } from "../../../../worker/sign-in/schema.ts";
import { TRIED_POOL_KEY } from "../../runtime-settings.ts";
import { loadProvider } from "../../session/load-provider.ts";
import { forgetTrial, storeTrial } from "../../session/provider-pending.ts";

/** Leaves the page: for the provider, or for one whose policy allows what the others need. */
export async function startTrial(candidate: SignInCandidate, returnPath: string): Promise<void> {
  const { method } = candidate;
  forgetTrial();
  storeTrial({ ...candidate, returnPath });
  switch (method.kind) {
    case "provider":
      return (await loadProvider()).startProviderTrial(method);
    case "pool": {
      const { userPoolID, clientID } = method;
      const settings = { userPoolID, clientID, issuer: "", accessAudience: "" };
      sessionStorage.setItem(TRIED_POOL_KEY, JSON.stringify(settings));
      return window.location.assign(`/signin/try/${userPoolID}`);
    }
    case "access":
      return window.location.assign("/signin/try/access");
  }
}
