import type { IncomingMessage } from "node:http";
import { ServiceError } from "../../../tools/start/service-error.ts";
import { checkSignature } from "./aws-signature.ts";

export const poolCredentials = { accessKeyId: "pool-administrator", secretAccessKey: "its-secret-key" };

interface GroupInput {
  UserPoolId: string;
  GroupName: string;
}

/** Cognito's operations on groups, for requests that are signed with `poolCredentials`. */
export function fakeUserGroups() {
  /** Members by pool ID and group name. */
  const members = new Map<string, string[]>();
  const operations: Record<string, (group: string) => object> = {
    CreateGroup(group) {
      if (members.has(group))
        throw new ServiceError(400, "GroupExistsException", "A group with the name already exists.");
      members.set(group, []);
      return { Group: {} };
    },
    ListUsersInGroup(group) {
      return { Users: (members.get(group) ?? []).map((Username) => ({ Username })) };
    },
  };

  return {
    members,
    /** Returns undefined for an operation that isn't about groups. */
    async answer(operation: string, request: IncomingMessage, body: string) {
      const run = operations[operation];
      if (!run) return undefined;
      try {
        const headers = Object.fromEntries(
          Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
        );
        const signedRequest = { method: request.method ?? "", path: request.url ?? "/", headers, body };
        await checkSignature(signedRequest, { service: "cognito-idp", credentials: poolCredentials });
        const { UserPoolId, GroupName }: GroupInput = JSON.parse(body);
        return { status: 200, body: run(`${UserPoolId} ${GroupName}`) };
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
        return { status: error.status, body: { __type: error.type, message: error.message } };
      }
    },
  };
}
