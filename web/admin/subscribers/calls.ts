import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type {
  SubscriberPage,
  SubscriberQuery,
  SubscriberRecord,
} from "../../../worker/notify/subscribers/schema.ts";
import { adminAPI, readBody } from "../api/api.ts";
import { retryFirstLoad } from "../api/query-client.ts";
import { pause } from "../pause.ts";

export type ListedSubscriber = SubscriberPage["subscribers"][number];

/** They are read with the list below them. */
export const subscriberCounts = queryOptions({
  queryKey: ["subscriber-counts"],
  queryFn: () => readBody(adminAPI().subscribers.counts.$get()),
  refetchOnWindowFocus: false,
});

const TYPING_PAUSE_MS = 300;

/** It is not polled, because each call is an entry of the audit log. */
export function subscriberPages(query: SubscriberQuery) {
  return infiniteQueryOptions({
    queryKey: ["subscribers", query],
    queryFn: async ({ pageParam: cursor, signal }) => {
      // While someone types, only the last text is searched.
      if (query.search !== undefined) await pause(TYPING_PAUSE_MS, signal);
      return readPage({ ...query, ...(cursor !== undefined && { cursor }) }, signal);
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }: SubscriberPage) => nextCursor ?? undefined,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: "always",
    refetchInterval: retryFirstLoad,
  });
}

/** A page can be empty although there are others, because the API searches a part of the subscribers at a time. */
async function readPage(json: SubscriberQuery, signal: AbortSignal): Promise<SubscriberPage> {
  signal.throwIfAborted(); // Each call reads up to 10,000 rows, and is an entry of the audit log.
  const page = await readBody(adminAPI().subscribers.search.$post({ json }));
  if (page.subscribers.length > 0 || page.nextCursor === null) return page;
  return readPage({ ...json, cursor: page.nextCursor }, signal);
}

export async function readSubscriber(subscriberID: string): Promise<SubscriberRecord | null> {
  const { subscriber } = await readBody(adminAPI().subscribers.find.$post({ json: { subscriberID } }));
  return subscriber;
}

export async function eraseSubscriber(json: { subscriberID: string; keepMark: boolean }): Promise<void> {
  await readBody(adminAPI().subscribers.erase.$post({ json }));
}

export async function exportSubscribers(): Promise<Blob> {
  const response = await adminAPI().subscribers.export.$get();
  if (!response.ok) throw new Error("The subscribers could not be exported. Try again in a moment.");
  return response.blob();
}
