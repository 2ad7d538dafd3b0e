import { queryOptions } from "@tanstack/react-query";
import { lazyFile } from "../../ui/load-file.ts";

const loadSecondFactor = lazyFile(() => import("./second-factor.ts"));

export const secondFactor = queryOptions({
  queryKey: ["second-factor"],
  queryFn: async () => (await loadSecondFactor()).hasApp(),
});
