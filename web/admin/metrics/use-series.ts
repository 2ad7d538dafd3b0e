import { useQuery } from "@tanstack/react-query";
import type { Timeframe } from "../../../worker/metrics/domain.ts";
import type { Metric } from "../../../worker/metrics/schema.ts";
import { publicSettings } from "../public-settings.ts";
import { runtimeSettings } from "../runtime-settings.ts";
import { seriesFromFiles } from "./calls.ts";

/** @param refetchMs in place of a minute */
export function useSeries(metric: Metric, timeframe: Timeframe, refetchMs?: number) {
  const hosts = useQuery(publicSettings);
  const dataHost = hosts.data?.dataHost || runtimeSettings().apiURL;
  const files = useQuery({
    ...seriesFromFiles(dataHost, metric, timeframe),
    enabled: hosts.data !== undefined,
    ...(refetchMs && { refetchInterval: refetchMs }),
  });
  return { load: hosts.data ? files : hosts, series: files.data };
}
