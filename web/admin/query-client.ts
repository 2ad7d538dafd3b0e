import { QueryCache, QueryClient, type UseQueryResult } from "@tanstack/react-query";
import { MINUTE_MS } from "../../worker/time/domain.ts";
import { Refusal } from "./api.ts";

const TOO_MANY_REQUESTS = 429;

/** How soon a console sees changes made in another one. */
const REFRESH_EVERY = 5_000;
/** Doubles with each failure of a first load. */
const FIRST_RETRY_MS = 5_000;
const MAX_RETRY_MS = MINUTE_MS;

interface FirstLoad {
  state: { dataUpdatedAt: number; errorUpdateCount: number; error: Error | null };
}

/** For `refetchInterval`: retries a first load that failed, unless the API refused it. */
export function retryFirstLoad({ state }: FirstLoad): number | false {
  const { dataUpdatedAt, errorUpdateCount, error } = state;
  if (dataUpdatedAt > 0 || !error || (isRefused(error) && error.status !== TOO_MANY_REQUESTS)) return false;
  return Math.min(FIRST_RETRY_MS * 2 ** (errorUpdateCount - 1), MAX_RETRY_MS);
}

/**
 * For what others may change: read again whenever it is shown, every few seconds while the window is visible, and on
 * focus. It never goes stale by age, so that a stale one is one that was changed here.
 */
export const refreshed = {
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnMount: "always",
  refetchOnWindowFocus: "always",
  refetchInterval: (query: FirstLoad) =>
    query.state.dataUpdatedAt > 0 ? REFRESH_EVERY : retryFirstLoad(query),
} as const;

/** Whether to dim a list: at its first load, and while it is read again after a change made here. */
export function isBusy(query: Pick<UseQueryResult, "isFetching" | "isStale" | "isError">): boolean {
  return query.isFetching && query.isStale && !query.isError;
}

export function consoleQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: (error) => console.error(error) }),
    defaultOptions: {
      queries: { networkMode: "always", retry: mayRetry, retryDelay: 500, refetchInterval: retryFirstLoad },
      // A browser that believes it is offline would silently hold requests back.
      mutations: { networkMode: "always", onError: (error) => console.error(error) },
    },
  });
}

function mayRetry(failures: number, error: Error): boolean {
  return !isRefused(error) && failures < 2;
}

function isRefused(error: Error): error is Refusal {
  return error instanceof Refusal && error.status < 500;
}
