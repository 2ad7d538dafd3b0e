import { normalizedHost } from "./address.ts";

const LOGIC_APPS = "logic.azure.com";
const POWER_PLATFORM = "api.powerplatform.com";
/** An environment's host is `<two parts of its ID>.environment.api.powerplatform.com`. */
const ENVIRONMENT_LABELS = 6;

/**
 * A limit of addresses counts what somebody has registered, since that can have any number of names below it: at a hosting
 * service the customer's name, at Power Automate the environment.
 */
export async function limitedDomain(url: URL): Promise<string> {
  const host = normalizedHost(url);
  if (host.endsWith(`.${LOGIC_APPS}`)) return LOGIC_APPS;
  if (host.endsWith(`.${POWER_PLATFORM}`)) return host.split(".").slice(-ENVIRONMENT_LABELS).join(".");
  // Its list of suffixes is large, and no page needs it.
  const { getDomain } = await import("tldts");
  return getDomain(host, { allowPrivateDomains: true }) ?? host;
}
