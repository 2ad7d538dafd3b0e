import { type Fields, toFields, toObjects } from "../fields.ts";
import type { Account, Answer } from "./account-api.ts";
import { unreadable } from "./account-problems.ts";
import type { Binding, Expected } from "./expected.ts";
import type { Check } from "./findings.ts";

const DEPLOY = "Run `npm run deploy`, which changes only what differs.";

/** Checks what the Worker is bound to, its variables and its schedule. */
export async function checkWorker({ read }: Account, expected: Expected): Promise<Check[]> {
  const path = `/workers/scripts/${encodeURIComponent(expected.worker)}`;
  const settings = await read(`${path}/settings`);
  if ("problem" in settings)
    return [unreadable("worker", `the Worker ${expected.worker}`, "Workers Scripts: Read", settings)];
  const bindings = toObjects(toFields(settings.result).bindings);
  const deployed = new Map(bindings.map((binding) => [String(binding.name), binding]));
  return [
    { name: "worker", status: "ok", message: `The Worker ${expected.worker} is deployed.` },
    checkBindings(expected.bindings, deployed),
    checkVariables(expected.variables, deployed),
    checkCron(expected.crons, await read(`${path}/schedules`)),
  ];
}

/** The fields of Cloudflare's API that say what a binding leads to. */
const targetFields: Record<string, string[]> = {
  d1: ["database_id", "id"], // The second is its older name.
  r2_bucket: ["bucket_name"],
  queue: ["queue_name"],
};

function checkBindings(expected: Binding[], deployed: Map<string, Fields>): Check {
  const name = "bindings";
  const problems = expected.flatMap((binding) => {
    const found = deployed.get(binding.name);
    if (!found) return [`${binding.name} is missing.`];
    if (found.type !== binding.type) return [`${binding.name} is a ${found.type}, not a ${binding.type}.`];
    const target = targetFields[binding.type]?.map((field) => found[field]).find(Boolean);
    return target === undefined || target === binding.target
      ? []
      : [`${binding.name} leads to ${target}, not to ${binding.target}.`];
  });
  if (problems.length === 0)
    return { name, status: "ok", message: `The Worker has all ${expected.length} bindings.` };
  return { name, status: "error", message: problems.join(" "), fix: DEPLOY };
}

/** Tells names only, because a value can be a secret that somebody wrote into the wrong place. */
function checkVariables(expected: Record<string, string>, deployed: Map<string, Fields>): Check {
  const name = "variables";
  const differing = Object.entries(expected)
    .filter(([variable, value]) => (deployed.get(variable)?.text ?? "") !== value)
    .map(([variable]) => variable);
  if (differing.length === 0)
    return { name, status: "ok", message: "The Worker's variables are those of wrangler.toml." };
  return {
    name,
    status: "warning",
    message: `The Worker has other values than wrangler.toml of ${differing.join(", ")}.`,
    fix: `${DEPLOY} What was changed in the dashboard is lost then, unless wrangler.toml or deployment.env has it.`,
  };
}

function checkCron(crons: string[], answer: Answer): Check {
  const name = "cron trigger";
  if ("problem" in answer) return unreadable(name, "the Worker's schedule", "Workers Scripts: Read", answer);
  const schedules = toObjects(toFields(answer.result).schedules);
  const missing = crons.filter((cron) => !schedules.some((schedule) => schedule.cron === cron));
  if (missing.length === 0) return { name, status: "ok", message: `It is ${crons.join(" and ")}.` };
  return {
    name,
    status: "error",
    message: `The Worker isn't called at ${missing.join(" and ")}: maintenances don't start, and metrics aren't collected.`,
    fix: DEPLOY,
  };
}
