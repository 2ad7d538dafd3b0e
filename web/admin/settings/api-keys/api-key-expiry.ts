import { isoTime } from "../../times/local-time.ts";

export function expiryTime(expires: string): string {
  return isoTime(`${expires}T23:59`);
}
