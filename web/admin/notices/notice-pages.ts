import { infiniteQueryOptions } from "@tanstack/react-query";
import type { ClientResponse } from "hono/client";
import { accepted, bodyOf, fresh } from "../api.ts";
import { refreshed } from "../query-client.ts";
import type { Notice, NoticePage } from "./notice.ts";

type Query = { query: Record<string, string> };

/** Pages of notices, newest first. A page is told from the next by the cursor that the server gave. */
export function noticePages<Status extends string, Answered>(
  key: string,
  get: (query: Query) => Promise<ClientResponse<Answered[]>>,
  noticeOf: (answered: Answered) => Notice<Status>,
) {
  return infiniteQueryOptions({
    ...refreshed,
    queryKey: [key],
    queryFn: async ({ pageParam: before }): Promise<NoticePage<Status>> => {
      const response = await accepted(get({ query: { ...fresh.query, ...(before && { before }) } }));
      const notices = (await bodyOf(response)).map(noticeOf);
      return { notices, older: olderThan(response.headers.get("Link")) };
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.older,
  });
}

/** The cursor in a `Link: <…?before=…>; rel="next"` header (RFC 8288). */
function olderThan(link: string | null): string | undefined {
  const target = link?.match(/<([^>]*)>\s*;\s*rel="?next"?/)?.[1];
  // The address may be relative to the API's: only its query matters.
  return target && (new URL(target, "http://api").searchParams.get("before") ?? undefined);
}
