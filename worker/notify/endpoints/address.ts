import { parseURL } from "../../http/outbound/parse-url.ts";
import { isPrivateHost } from "../../http/outbound/private-address.ts";

type Rules = Pick<Env, "STATUS_PAGE_URL" | "ADMIN_PAGE_URL" | "PAGES_HOSTS" | "ALLOW_PRIVATE_ADDRESSES">;

/** Anything else that is entered counts as an email address. */
export function isEndpointAddress(input: string): boolean {
  return /^\s*[a-z][a-z0-9+.-]*:\/\//i.test(input);
}

/**
 * Deliveries leave from here, so an address must not reach into a private network or back to Daymark. Unless
 * `ALLOW_PRIVATE_ADDRESSES` is set, only public hosts with a name are allowed, over https.
 * @returns undefined if nothing can be sent to the address
 */
export function endpointURL(env: Rules, input: string): URL | undefined {
  const url = parseEndpoint(input);
  if (url?.username !== "" || url.password !== "") return undefined;
  if (env.ALLOW_PRIVATE_ADDRESSES === "true")
    return url.protocol === "https:" || url.protocol === "http:" ? url : undefined;
  if (url.protocol !== "https:" || isIPAddress(url.hostname) || isPrivateHost(url.hostname)) return undefined;
  return isOwnHost(env, normalizedHost(url)) ? undefined : url;
}

/** The Pages projects stay reachable at pages.dev beside a custom domain, and each deployment at a subdomain of that. */
function isOwnHost(env: Rules, host: string): boolean {
  const sites = [env.STATUS_PAGE_URL, env.ADMIN_PAGE_URL].map((address) => new URL(address).hostname);
  const projects = env.PAGES_HOSTS.split(",").filter((project) => project !== "");
  return sites.includes(host) || projects.some((project) => `.${host}`.endsWith(`.${project}`));
}

/** The fragment is never sent, so addresses that differ only in it are the same. */
export function parseEndpoint(input: string): URL | undefined {
  const url = parseURL(input.trim());
  if (url) url.hash = "";
  return url;
}

/** Ports and a dot at the end don't make another host. */
export function normalizedHost(url: URL): string {
  return withoutDot(url.hostname);
}

/** Says which endpoint is meant without what allows posting to it. */
export function shortenedAddress(address: string): string {
  const { host, href } = new URL(address);
  return `${host}/…${href.slice(-4)}`;
}

/** `URL` has normalized every spelling of an IPv4 address, and IPv6 addresses are in brackets. */
function isIPAddress(hostname: string): boolean {
  return hostname.startsWith("[") || /^[\d.]+$/.test(hostname);
}

function withoutDot(hostname: string): string {
  return hostname.replace(/\.+$/, "");
}
