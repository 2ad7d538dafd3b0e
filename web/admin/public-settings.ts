import { queryOptions } from "@tanstack/react-query";
import { bodyOf, publicAPI } from "./api/api.ts";
import { polling } from "./api/query-client.ts";

export const publicSettings = queryOptions({
  ...polling,
  queryKey: ["public-settings"],
  queryFn: () => bodyOf(publicAPI()["public-settings"].$get()),
});
