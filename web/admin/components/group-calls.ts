import type { Group, GroupChange, NewGroup } from "../../../worker/groups/schema.ts";
import { adminAPI, bodyOf, idempotencyKey } from "../api.ts";

export function addGroup(json: NewGroup, requestID: string): Promise<Group> {
  return bodyOf(adminAPI(undefined, idempotencyKey(requestID)).groups.$post({ json }));
}

export function changeGroup(groupID: string, json: GroupChange, unchangedSince?: string): Promise<Group> {
  return bodyOf(adminAPI(unchangedSince).groups[":groupID"].$patch({ param: { groupID }, json }));
}

export async function deleteGroup(groupID: string): Promise<void> {
  await bodyOf(adminAPI().groups[":groupID"].$delete({ param: { groupID } }));
}
