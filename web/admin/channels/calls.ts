import { queryOptions } from "@tanstack/react-query";
import type {
  AddedTeamChannel,
  NewTeamChannel,
  TeamChannel,
  TeamChannelChange,
  TeamTest,
} from "../../../worker/notify/team/schema.ts";
import { MINUTE_MS, SECOND_MS } from "../../../worker/shared/time/domain.ts";
import { adminAPI, bodyOf, type Write } from "../api/api.ts";
import { retryFirstLoad } from "../api/query-client.ts";

const WAITING_POLL_MS = 5 * SECOND_MS;

export const channelList = queryOptions({
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnMount: "always",
  refetchOnWindowFocus: "always",
  queryKey: ["channels"],
  queryFn: () => bodyOf(adminAPI().channels.$get()),
  refetchInterval: (query) => {
    const { data } = query.state;
    if (!data) return retryFirstLoad(query);
    return data.some(({ lastDelivery }) => lastDelivery?.state === "waiting") ? WAITING_POLL_MS : MINUTE_MS;
  },
});

export function channelDeliveries(channelID: string) {
  return queryOptions({
    queryKey: ["channels", channelID, "deliveries"],
    queryFn: () => bodyOf(adminAPI().channels[":channelID"].deliveries.$get({ param: { channelID } })),
  });
}

export function addChannel(json: NewTeamChannel, requestID: string): Promise<AddedTeamChannel> {
  return bodyOf(adminAPI({ requestID }).channels.$post({ json }));
}

export function changeChannel(
  channelID: string,
  json: TeamChannelChange,
  write?: Write,
): Promise<TeamChannel> {
  return bodyOf(adminAPI(write).channels[":channelID"].$patch({ param: { channelID }, json }));
}

export async function deleteChannel(channelID: string): Promise<void> {
  await bodyOf(adminAPI().channels[":channelID"].$delete({ param: { channelID } }));
}

export function testChannel(channelID: string): Promise<TeamTest> {
  return bodyOf(adminAPI().channels[":channelID"].test.$post({ param: { channelID }, json: {} }));
}

export async function replaceSecret(channelID: string): Promise<string> {
  const { secret } = await bodyOf(
    adminAPI().channels[":channelID"].secret.$post({ param: { channelID }, json: {} }),
  );
  return secret;
}

export const subscriberCounts = queryOptions({
  queryKey: ["subscriber-counts"],
  queryFn: () => bodyOf(adminAPI().subscribers.counts.$get()),
});

export async function exportSubscribers(): Promise<Blob> {
  const response = await adminAPI().subscribers.export.$get();
  if (!response.ok) throw new Error("The subscribers could not be exported. Try again in a moment.");
  return response.blob();
}
