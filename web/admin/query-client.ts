import { QueryCache, QueryClient } from "@tanstack/react-query";
import { Refusal } from "./api.ts";
import { sessionQuery } from "./sign-in/session.ts";

const UNAUTHORIZED = 401;

export function consoleQueryClient(): QueryClient {
  const client = new QueryClient({
    queryCache: new QueryCache({
      onError(error) {
        console.error(error);
        // A list that is refused may mean that the session ended. A dialog's request asks nothing of the kind:
        // what was written in it must not vanish behind the sign-in page.
        if (error instanceof Refusal && error.status === UNAUTHORIZED) {
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
