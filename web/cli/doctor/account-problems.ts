import type { Answer } from "./account-api.ts";
import type { Check } from "./findings.ts";

/** @param permission as Cloudflare's list of token permissions names it */
export function unreadable(
  name: string,
  subject: string,
  permission: string,
  { problem, reason }: Extract<Answer, { problem: string }>,
): Check {
  if (problem === "absent")
    return {
      name,
      status: "error",
      message: `The account doesn't have ${subject}.`,
      fix: "See whether CLOUDFLARE_ACCOUNT_ID is the right account. `npm run deploy` creates what is missing; data that was in it comes from a backup.",
    };
  return {
    name,
    status: "warning",
    message: `The token can't read ${subject}: ${reason}`,
    fix: `Give the token the permission ${permission}.`,
  };
}
