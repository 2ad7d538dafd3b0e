import { queryOptions } from "@tanstack/react-query";
import type {
  AddedTeamChannel,
  NewTeamChannel,
  TeamChannel,
  TeamChannelChange,
  TeamTest,
} from "../../../worker/notify/team/schema.ts";
import { MINUTE_MS, SECOND_MS } from "../../../worker/shared/time/domain.ts";
import { adminAPI, readBody, type Write } from "../api/api.ts";
import { retryFirstLoad } from "../api/query-client.ts";

const WAITING_POLL_MS = 5 * SECOND_MS;

export const channelList = queryOptions({
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnMount: "always",
  refetchOnWindowFocus: "always",
  queryKey: ["channels"],
  queryFn: () => readBody(adminAPI().channels.$get()),
  refetchInterval: (query) => {
    const { data } = query.state;
    if (!data) return retryFirstLoad(query);
    return data.some(({ lastDelivery }) => lastDelivery?.state === "waiting") ? WAITING_POLL_MS : MINUTE_MS;
  },
});

export function channelDeliveries(channelID: string) {
  return queryOptions({
    queryKey: ["channels", channelID, "deliveries"],
    queryFn: () => readBody(adminAPI().channels[":channelID"].deliveries.$get({ param: { channelID } })),
  });
}

export function addChannel(json: NewTeamChannel, requestID: string): Promise<AddedTeamChannel> {
  return readBody(adminAPI({ requestID }).channels.$post({ json }));
}

export function changeChannel(
  channelID: string,
  json: TeamChannelChange,
  write?: Write,
): Promise<TeamChannel> {
  return readBody(adminAPI(write).channels[":channelID"].$patch({ param: { channelID }, json }));
}

export async function deleteChannel(channelID: string): Promise<void> {
  await readBody(adminAPI().channels[":channelID"].$delete({ param: { channelID } }));
}

export function testChannel(channelID: string): Promise<TeamTest> {
  return readBody(adminAPI().channels[":channelID"].test.$post({ param: { channelID }, json: {} }));
}

export async function replaceSecret(channelID: string): Promise<string> {
  const { secret } = await readBody(
    adminAPI().channels[":channelID"].secret.$post({ param: { channelID }, json: {} }),
  );
  return secret;
}
