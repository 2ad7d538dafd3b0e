import { hasEmailBinding } from "../../notify/mail/cloudflare.ts";
import { decrypt } from "../../storage/secret-key.ts";
import type { Check } from "../domain.ts";
import type { Records } from "../store.ts";

const bindings = [
  ...["DB", "FILES", "DATAPOINTS", "BACKLOG", "COLLECTION", "MAIL", "TEAM", "CHAT", "ENDPOINTS"],
  ...["KEY_RATE", "CREATION_RATE", "GUESS_RATE", "SUBSCRIBE_RATE", "SEARCH_RATE", "HOOK_RATE"],
] as const satisfies (keyof Env)[];
const variables = ["STATUS_PAGE_URL", "ADMIN_PAGE_URL", "QUEUES"] as const satisfies (keyof Env)[];
const AWS_SECRETS = ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"] as const satisfies (keyof Env)[];

/** Names only: values are secrets or addresses. */
export async function checkConfiguration(env: Env, records: Records | undefined): Promise<Check> {
  const isMissing = (name: keyof Env) => env[name] === undefined || env[name] === "";
  const mailProvider = records?.settings.emailEnabled === true ? records.settings.mailProvider : undefined;
  const usesAws = mailProvider === "ses" || (records?.metrics?.fromCloudWatch ?? 0) > 0;
  const secrets: (keyof Env)[] = ["SECRET_KEY", ...(usesAws ? AWS_SECRETS : [])];
  const missing = [...bindings, ...variables].filter(isMissing);
  const missingSecrets = secrets.filter(isMissing);
  const problems = [
    ...(missing.length > 0 ? [`wrangler.toml lacks ${missing.join(", ")}.`] : []),
    ...(missingSecrets.length > 0 ? [`These secrets are missing: ${missingSecrets.join(", ")}.`] : []),
  ];
  if (problems.length > 0) {
    const fix =
      "Compare your wrangler.toml with that of this version, set secrets with `npx wrangler secret put <name>`, and run `npm run deploy`, which creates SECRET_KEY by itself.";
    return { name: "configuration", status: "error", message: problems.join(" "), fix };
  }
  const unreadable = records ? await unreadableSecrets(env, records) : [];
  if (unreadable.length > 0) {
    return {
      name: "configuration",
      status: "warning",
      message: `The newest ${unreadable.join(" and the newest ")} can't be read with this SECRET_KEY.`,
      fix: "Set the former one with `npx wrangler secret put SECRET_KEY`. If it is lost or was changed on purpose, docs/security.md says what has to be made anew.",
    };
  }
  if (mailProvider === "cloudflare" && !hasEmailBinding(env)) {
    return {
      name: "configuration",
      status: "error",
      message: "Emails are sent with Cloudflare's Email Service, but the binding EMAIL is missing.",
      fix: 'Set DAYMARK_EMAIL_SERVICE="on" in deployment.env and run `npm run deploy`. docs/email.md has the other steps.',
    };
  }
  if (mailProvider === "ses" && isMissing("MAIL_TOPIC_ARN")) {
    return {
      name: "configuration",
      status: "warning",
      message: "MAIL_TOPIC_ARN is missing, so Daymark doesn't learn which emails bounce.",
      fix: "docs/email.md says how bounces are reported.",
    };
  }
  return {
    name: "configuration",
    status: "ok",
    message: "All bindings, variables and secrets that are used are set.",
  };
}

async function unreadableSecrets(env: Env, { newest }: Records): Promise<string[]> {
  const isUnreadable = async (purpose: "api-key" | "endpoint-address", encrypted: string) =>
    encrypted !== "" && (await decrypt(env, purpose, encrypted)) === undefined;
  return [
    ...((await isUnreadable("api-key", newest.apiKey)) ? ["API key"] : []),
    ...((await isUnreadable("endpoint-address", newest.endpoint)) ? ["address of a webhook or channel"] : []),
  ];
}
