import { queryOptions } from "@tanstack/react-query";
import type {
  Heartbeat,
  HeartbeatChange,
  NewHeartbeat,
} from "../../../../../worker/alerts/heartbeats/schema.ts";
import { MINUTE_MS } from "../../../../../worker/shared/time/domain.ts";
import { adminAPI, readBody, type Write } from "../../../api/api.ts";
import { polling, retryFirstLoad } from "../../../api/query-client.ts";

/** It has no ETag, because a beat must cost one write, so it is not polled as often as other lists. */
export const heartbeatList = queryOptions({
  ...polling,
  queryKey: ["heartbeats"],
  queryFn: () => readBody(adminAPI().heartbeats.$get()),
  refetchInterval: (query) => (query.state.data ? MINUTE_MS : retryFirstLoad(query)),
});

export function addHeartbeat(json: NewHeartbeat, requestID: string): Promise<Heartbeat> {
  return readBody(adminAPI({ requestID }).heartbeats.$post({ json }));
}

export function changeHeartbeat(
  heartbeatID: string,
  json: HeartbeatChange,
  write?: Write,
): Promise<Heartbeat> {
  return readBody(adminAPI(write).heartbeats[":heartbeatID"].$patch({ param: { heartbeatID }, json }));
}

export async function deleteHeartbeat(heartbeatID: string): Promise<void> {
  await readBody(adminAPI().heartbeats[":heartbeatID"].$delete({ param: { heartbeatID } }));
}
