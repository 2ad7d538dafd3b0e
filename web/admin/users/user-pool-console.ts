import { poolRegion } from "../session/pool-address.ts";

export function userPoolConsole(userPoolID: string): string {
  const region = poolRegion(userPoolID);
  const pool = encodeURIComponent(userPoolID);
  return `https://${region}.console.aws.amazon.com/cognito/v2/idp/user-pools/${pool}/user-management/users?region=${region}`;
}
