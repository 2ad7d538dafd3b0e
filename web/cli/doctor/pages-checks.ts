import { isRecord } from "../../../worker/storage/domain.ts";
import { type Fields, toFields } from "../fields.ts";
import type { Account } from "./account-api.ts";
import { unreadable } from "./account-problems.ts";
import type { Expected } from "./expected.ts";
import type { Check } from "./findings.ts";

/** Checks that both Pages projects have a deployment, and that visitors' requests reach the Worker. */
export async function checkPages(account: Account, { projects, worker }: Expected): Promise<Check[]> {
  if (!projects) return [];
  return [
    await checkProject(account, "status page", projects.status, (project) => {
      const service = toFields(toFields(production(project).services).DAYMARK).service;
      return service === worker
        ? undefined
        : `Its binding DAYMARK leads to ${service ?? "nothing"}, not to the Worker.`;
    }),
    await checkProject(account, "console", projects.admin, () => undefined),
  ];
}

async function checkProject(
  { read }: Account,
  name: string,
  project: string,
  findProblem: (project: Fields) => string | undefined,
): Promise<Check> {
  const answer = await read(`/pages/projects/${encodeURIComponent(project)}`);
  if ("problem" in answer)
    return unreadable(name, `the Pages project ${project}`, "Cloudflare Pages: Read", answer);
  const found = toFields(answer.result);
  const problem = isRecord(found.canonical_deployment) ? findProblem(found) : "Nothing was published.";
  if (problem === undefined)
    return { name, status: "ok", message: `The Pages project ${project} is published.` };
  const fix = "Run `npm run deploy`.";
  return { name, status: "error", message: `The Pages project ${project}: ${problem}`, fix };
}

function production(project: Fields): Fields {
  return toFields(toFields(project.deployment_configs).production);
}
