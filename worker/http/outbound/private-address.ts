import ipaddr from "ipaddr.js";

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

/** Public domains whose names resolve to the address in the name, or to localhost. */
const wildcardDomains = [
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

export function isPrivateHost(hostname: string): boolean {
  const host = hostname.toLowerCase().replace(/^\[|\]$|\.+$/g, "");
  // `URL` has already normalized every spelling of an IPv4 address.
  if (ipaddr.isValid(host)) return !isPublicAddress(host);
  if (!host.includes(".")) return true;
  return (
    [...privateDomains, ...wildcardDomains].some(
      (domain) => host === domain || host.endsWith(`.${domain}`),
    ) || holdsPrivateAddress(host)
  );
}

function isPublicAddress(host: string): boolean {
  const address = ipaddr.process(host);
  if (address.range() !== "unicast") return false;
  if (address instanceof ipaddr.IPv4) return true;
  const [first = 0, , , , , isatap] = address.parts;
  // IPv4-compatible and NAT64 addresses are outside of 2000::/3.
  return first >> 13 === 1 && isatap !== 0x5efe;
}

/** Finds an address within a name such as 10-0-0-1.example.com. */
function holdsPrivateAddress(host: string): boolean {
  return [...host.matchAll(/(?<!\d)(\d{1,3})[.-](\d{1,3})[.-](\d{1,3})[.-](\d{1,3})(?!\d)/g)].some(
    ([, ...parts]) => {
      const address = parts.map(Number).join(".");
      return ipaddr.IPv4.isValid(address) && ipaddr.IPv4.parse(address).range() !== "unicast";
    },
  );
}
