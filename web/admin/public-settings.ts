import { queryOptions } from "@tanstack/react-query";
import { publicAPI, readBody } from "./api/api.ts";
import { polling } from "./api/query-client.ts";

export const publicSettings = queryOptions({
  ...polling,
  queryKey: ["public-settings"],
  queryFn: () => readBody(publicAPI()["public-settings"].$get()),
});
