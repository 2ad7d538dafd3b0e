import { queryOptions, useQuery } from "@tanstack/react-query";
import { adminAPI, readBody } from "../api/api.ts";
import { polling } from "../api/query-client.ts";

export const overviewQuery = queryOptions({
  ...polling,
  queryKey: ["overview"],
  queryFn: () => readBody(adminAPI().overview.$get()),
});

/** Without components, nothing can be reported yet. False while it is unknown. */
export function useIsEmptyInstallation(): boolean {
  const { data: overview } = useQuery(overviewQuery);
  return overview?.banner.color === "grey";
}
