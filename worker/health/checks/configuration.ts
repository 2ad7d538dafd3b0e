import type { Check } from "../domain.ts";
import type { Records } from "../store.ts";

const bindings = [
  ...["DB", "FILES", "DATAPOINTS", "BACKLOG", "COLLECTION", "MAIL", "ENDPOINTS"],
  ...["KEY_RATE", "CREATION_RATE", "GUESS_RATE", "SUBSCRIBE_RATE", "HOOK_RATE"],
] as const satisfies (keyof Env)[];
const variables = ["STATUS_PAGE_URL", "ADMIN_PAGE_URL", "QUEUES"] as const satisfies (keyof Env)[];
const AWS_SECRETS = ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"] as const satisfies (keyof Env)[];

/** Names only: values are secrets or addresses. */
export function checkConfiguration(env: Env, records: Records | undefined): Check {
  const isMissing = (name: keyof Env) => env[name] === undefined || env[name] === "";
  const usesMail = records?.settings.emailEnabled === true;
  const usesAws = usesMail || (records?.metrics?.fromCloudWatch ?? 0) > 0;
  const secrets: (keyof Env)[] = ["SECRET_KEY", ...(usesAws ? AWS_SECRETS : [])];
  const missing = [...bindings, ...variables].filter(isMissing);
  const missingSecrets = secrets.filter(isMissing);
  const pages = [
    ...(missing.length > 0 ? [`wrangler.toml lacks ${missing.join(", ")}.`] : []),
    ...(missingSecrets.length > 0 ? [`These secrets are missing: ${missingSecrets.join(", ")}.`] : []),
  ];
  if (pages.length > 0) {
    const mend =
      "Compare your wrangler.toml with that of this version, set secrets with `npx wrangler secret put <name>`, and run `npm run deploy`, which creates SECRET_KEY by itself.";
    return { name: "configuration", status: "error", message: pages.join(" "), mend };
  }
  if (usesMail && isMissing("MAIL_TOPIC_ARN")) {
    return {
      name: "configuration",
      status: "warning",
      message: "MAIL_TOPIC_ARN is missing, so Daymark doesn't learn which emails bounce.",
      mend: "README.md, “Deploy”, says how bounces are reported.",
    };
  }
  return {
    name: "configuration",
    status: "ok",
    message: "All bindings, variables and secrets that are used are set.",
  };
}
