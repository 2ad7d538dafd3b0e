import type { Group, GroupChange, NewGroup } from "../../../worker/components/groups/schema.ts";
import { adminAPI, readBody, type Write } from "../api/api.ts";

export function addGroup(json: NewGroup, requestID: string): Promise<Group> {
  return readBody(adminAPI({ requestID }).groups.$post({ json }));
}

export function changeGroup(groupID: string, json: GroupChange, write?: Write): Promise<Group> {
  return readBody(adminAPI(write).groups[":groupID"].$patch({ param: { groupID }, json }));
}

export async function deleteGroup(groupID: string): Promise<void> {
  await readBody(adminAPI().groups[":groupID"].$delete({ param: { groupID } }));
}
