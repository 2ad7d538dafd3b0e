import { queryOptions } from "@tanstack/react-query";
import { adminAPI, readBody } from "../api/api.ts";
import { polling } from "../api/query-client.ts";

export const overviewQuery = queryOptions({
  ...polling,
  queryKey: ["overview"],
  queryFn: () => readBody(adminAPI().overview.$get()),
});
