import { QueryCache, QueryClient, type UseQueryResult } from "@tanstack/react-query";
import { Refusal } from "./api.ts";

/** How soon a console sees what another one changed. */
const REFRESH_EVERY = 5_000;

/**
 * For what others may change: read again whenever it is shown, every few seconds while the window is visible, and on
 * focus. It never goes stale by age, so that a stale one is one that was changed here.
 */
export const refreshed = {
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnMount: "always",
  refetchOnWindowFocus: "always",
  // A first load that failed says so, and would flicker.
  refetchInterval: ({ state }: { state: { dataUpdatedAt: number } }) =>
    state.dataUpdatedAt > 0 && REFRESH_EVERY,
} as const;

/** Whether to dim it: at the first load, and while it is read again because of a change made here. */
export function isBusy(query: Pick<UseQueryResult, "isFetching" | "isStale" | "isError">): boolean {
  return query.isFetching && query.isStale && !query.isError;
}

export function consoleQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: (error) => console.error(error) }),
    defaultOptions: {
      queries: { networkMode: "always", retry: mayRetry, retryDelay: 500 },
      // A browser that believes it is offline would hold a request back in silence.
      mutations: { networkMode: "always", onError: (error) => console.error(error) },
    },
  });
}

function mayRetry(failures: number, error: Error): boolean {
  const refused = error instanceof Refusal && error.status < 500;
  return !refused && failures < 2;
}
