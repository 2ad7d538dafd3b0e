import { QueryCache, QueryClient, type UseQueryResult } from "@tanstack/react-query";
import { MINUTE_MS } from "../../../worker/shared/time/domain.ts";
import { APIError } from "./api.ts";

const TOO_MANY_REQUESTS = 429;

/** A console sees the changes made in another one after this time. */
const POLL_MS = 5_000;
const FIRST_RETRY_MS = 5_000;
const MAX_RETRY_MS = MINUTE_MS;

interface FirstLoad {
  state: { dataUpdatedAt: number; errorUpdateCount: number; error: Error | null };
}

/** Pass it as `refetchInterval`: it retries a first load that failed, unless the API refused it. */
export function retryFirstLoad({ state }: FirstLoad): number | false {
  const { dataUpdatedAt, errorUpdateCount, error } = state;
  if (dataUpdatedAt > 0 || !error || (isClientError(error) && error.status !== TOO_MANY_REQUESTS))
    return false;
  return Math.min(FIRST_RETRY_MS * 2 ** (errorUpdateCount - 1), MAX_RETRY_MS);
}

/** Others may change this data. It never goes stale by age, so stale data is data that this console has changed. */
export const polling = {
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnMount: "always",
  refetchOnWindowFocus: "always",
  refetchInterval: (query: FirstLoad) => (query.state.dataUpdatedAt > 0 ? POLL_MS : retryFirstLoad(query)),
} as const;

/** A list is dimmed during its first load, and while it reloads after a change made here. */
export function isBusy(query: Pick<UseQueryResult, "isFetching" | "isStale" | "isError">): boolean {
  return query.isFetching && query.isStale && !query.isError;
}

export function consoleQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: (error) => console.error(error) }),
    defaultOptions: {
      queries: {
        networkMode: "always",
        retry: shouldRetry,
        retryDelay: 500,
        refetchInterval: retryFirstLoad,
      },
      // A browser that believes it is offline would silently hold requests back.
      mutations: { networkMode: "always", onError: (error) => console.error(error) },
    },
  });
}

function shouldRetry(failures: number, error: Error): boolean {
  return !isClientError(error) && failures < 2;
}

export function isClientError(error: unknown): error is APIError {
  return error instanceof APIError && error.status < 500;
}
