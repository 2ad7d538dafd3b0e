import { useQuery } from "@tanstack/react-query";
import { publicSettings } from "./public-settings.ts";
import { runtimeSettings } from "./runtime-settings.ts";

/** The URL of a path on the status page. Without an address of its own, the page is on the host of the API. */
export function usePageURL(path: string): string {
  const { data } = useQuery(publicSettings);
  return `${(data?.statusPageURL || runtimeSettings().apiURL).replace(/\/+$/, "")}${path}`;
}
