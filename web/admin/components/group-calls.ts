import type { Group, GroupChange, NewGroup } from "../../../worker/components/groups/schema.ts";
import { adminAPI, bodyOf, type Write } from "../api/api.ts";

export function addGroup(json: NewGroup, requestID: string): Promise<Group> {
  return bodyOf(adminAPI({ requestID }).groups.$post({ json }));
}

export function changeGroup(groupID: string, json: GroupChange, write?: Write): Promise<Group> {
  return bodyOf(adminAPI(write).groups[":groupID"].$patch({ param: { groupID }, json }));
}

export async function deleteGroup(groupID: string): Promise<void> {
  await bodyOf(adminAPI().groups[":groupID"].$delete({ param: { groupID } }));
}
