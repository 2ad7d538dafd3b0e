import { QueryCache, QueryClient, type UseQueryResult } from "@tanstack/react-query";
import { Refusal } from "./api.ts";
import { sessionQuery } from "./sign-in/session.ts";

const UNAUTHORIZED = 401;
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
  const client = new QueryClient({
    queryCache: new QueryCache({
      onError(error) {
        console.error(error);
        // A list that is refused may mean that the session ended. While a dialog is open nobody asks: what was
        // written in it must not vanish behind the sign-in page.
        const writing = document.querySelector("[role=dialog]");
        if (error instanceof Refusal && error.status === UNAUTHORIZED && !writing) {
          void client.invalidateQueries({ queryKey: sessionQuery.queryKey });
        }
      },
    }),
    defaultOptions: {
      queries: { networkMode: "always", retry: mayRetry, retryDelay: 500 },
      // A browser that believes it is offline would hold a request back in silence.
      mutations: { networkMode: "always", onError: (error) => console.error(error) },
    },
  });
  return client;
}

function mayRetry(failures: number, error: Error): boolean {
  const refused = error instanceof Refusal && error.status < 500;
  return !refused && failures < 2;
}
