/** Only an address of the console counts. Two slashes would begin the address of another host. */
export function consolePath(path = "/"): string {
  const address = path.startsWith("/") ? URL.parse(path, window.location.origin) : null;
  if (address?.origin !== window.location.origin) return "/";
  return address.pathname.replace(/^\/+/, "/") + address.search + address.hash;
}
