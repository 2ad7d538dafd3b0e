import { hostOf } from "./address.ts";

const LOGIC_APPS = "logic.azure.com";
const POWER_PLATFORM = "api.powerplatform.com";
/** An environment's host is `<two parts of its ID>.environment.api.powerplatform.com`. */
const ENVIRONMENT_LABELS = 6;

/**
 * What a limit of addresses counts: what somebody has registered, since that can have any number of names below it. At a hosting service,
 * that is the customer's name, and at Power Automate the environment. The host of a Logic App says nothing about whose it is.
 */
export async function limitedDomain(url: URL): Promise<string> {
  const host = hostOf(url);
  if (host.endsWith(`.${LOGIC_APPS}`)) return LOGIC_APPS;
  if (host.endsWith(`.${POWER_PLATFORM}`)) return host.split(".").slice(-ENVIRONMENT_LABELS).join(".");
  // Its list of suffixes is large, and no page needs it.
  const { getDomain } = await import("tldts");
  return getDomain(host, { allowPrivateDomains: true }) ?? host;
}
