import type { IncomingMessage } from "node:http";
import { checkSignature, ServiceError } from "../../tools/start/aws-signature.ts";

export const poolAdministrator = { accessKeyId: "pool-administrator", secretAccessKey: "its-secret-key" };

interface GroupInput {
  UserPoolId: string;
  GroupName: string;
}

/** The groups of a user pool, for whoever signs with the key above. */
export function poolGroups() {
  /** The members of each group, by its pool and name. */
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
    /** Undefined for an operation that is none on groups. */
    async answer(operation: string, request: IncomingMessage, body: string) {
      const run = operations[operation];
      if (!run) return undefined;
      try {
        const headers = Object.fromEntries(
          Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
        );
        const signed = { method: request.method ?? "", path: request.url ?? "/", headers, body };
        await checkSignature(signed, { service: "cognito-idp", credentials: poolAdministrator });
        const { UserPoolId, GroupName }: GroupInput = JSON.parse(body);
        return { status: 200, body: run(`${UserPoolId} ${GroupName}`) };
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
        return { status: error.status, body: { __type: error.type, message: error.message } };
      }
    },
  };
}
