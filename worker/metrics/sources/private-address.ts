import ipaddr from "ipaddr.js";

/** Domains that exist on private networks only, or that a machine or a cluster answers for itself. */
const privateDomains = [
  "localhost",
  "localdomain",
  "local",
  "internal",
  "intranet",
  "private",
  "corp",
  "home",
  "lan",
  "home.arpa",
  "svc",
  "cluster.local",
  "consul",
  "onion",
  "i2p",
  "test",
  "invalid",
  "example",
  "alt",
  "in-addr.arpa",
  "ip6.arpa",
  "fritz.box",
  "ts.net",
];

/** Public domains whose names resolve to whatever address stands in them, or to the machine itself. */
const mirrorDomains = [
  "nip.io",
  "sslip.io",
  "xip.io",
  "traefik.me",
  "localtest.me",
  "lvh.me",
  "vcap.me",
  "lacolhost.com",
  "localho.st",
  "local.gd",
  "rbndr.us",
  "1u.ms",
  "backname.io",
  "ip.hethu.me",
  "plex.direct",
  "my.local-ip.co",
  "local-ip.sh",
  "local-ip.dev",
];

/** Whether a host of a URL is an address or a name that is private by its form. Nothing is looked up. */
export function isPrivateHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, "").replace(/\.+$/, "");
  // `URL` has already turned every spelling of an IPv4 address into its usual one.
  if (ipaddr.isValid(host)) return !isPublicAddress(host);
  if (!host.includes(".")) return true;
  return (
    [...privateDomains, ...mirrorDomains].some((domain) => host === domain || host.endsWith(`.${domain}`)) ||
    holdsPrivateAddress(host)
  );
}

/** Global unicast only, and nothing that carries an IPv4 address within. */
function isPublicAddress(host: string): boolean {
  const address = ipaddr.process(host);
  if (address.range() !== "unicast") return false;
  if (address instanceof ipaddr.IPv4) return true;
  const [first = 0, , , , , isatap] = address.parts;
  // ::127.0.0.1 lies outside of 2000::/3, and so does what NAT64 makes of an address.
  return first >> 13 === 1 && isatap !== 0x5efe;
}

/** As in 10-0-0-1.example.com, or ip-10-0-0-1.eu-west-1.compute.amazonaws.com. */
function holdsPrivateAddress(host: string): boolean {
  return [...host.matchAll(/(?<!\d)(\d{1,3})[.-](\d{1,3})[.-](\d{1,3})[.-](\d{1,3})(?!\d)/g)].some(
    ([, ...parts]) => {
      const address = parts.map(Number).join(".");
      return ipaddr.IPv4.isValid(address) && ipaddr.IPv4.parse(address).range() !== "unicast";
    },
  );
}
