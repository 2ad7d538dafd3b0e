import { queryOptions } from "@tanstack/react-query";
import { answer, visitor } from "../api.ts";

/** The service's name and where its status page is. */
export const service = queryOptions({
  queryKey: ["public-settings"],
  queryFn: () => answer(visitor()["public-settings"].$get()),
  staleTime: 60_000,
});
