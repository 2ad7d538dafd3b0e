const DEFAULT_REGION = "us-east-1";

/** The pool's list of users in the AWS console. A pool's id begins with its region: `eu-west-1_AbC123`. */
export function userPoolConsole(userPoolID: string): string {
  const region = userPoolID.match(/^([a-z]{2}(?:-[a-z]+)+-\d+)_/)?.[1] ?? DEFAULT_REGION;
  const pool = encodeURIComponent(userPoolID);
  return `https://${region}.console.aws.amazon.com/cognito/v2/idp/user-pools/${pool}/user-management/users?region=${region}`;
}
