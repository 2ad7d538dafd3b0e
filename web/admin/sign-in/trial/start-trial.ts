import type { SignInCandidate } from "../../../../worker/sign-in/stored/schema.ts";
import { loadProvider } from "../../session/load-provider.ts";
import { storeTrial } from "../../session/provider-pending.ts";

/** Leaves the page: for the provider, or for one whose policy allows what the others need. */
export async function startTrial(candidate: SignInCandidate, returnPath: string): Promise<void> {
  const { method } = candidate;
  storeTrial({ ...candidate, returnPath });
  switch (method.kind) {
    case "provider":
      return (await loadProvider()).startProviderTrial(method);
    case "pool":
      return window.location.assign(`/signin/try/${method.userPoolID}`);
    case "access":
      return window.location.assign("/signin/try/access");
  }
}
