import { queryOptions } from "@tanstack/react-query";
import { answer, visitor } from "./api.ts";
import { refreshed } from "./query-client.ts";

export const publicSettings = queryOptions({
  ...refreshed,
  queryKey: ["public-settings"],
  queryFn: () => answer(visitor()["public-settings"].$get()),
});
