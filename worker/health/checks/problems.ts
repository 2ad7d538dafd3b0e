import { type Check, type CheckStatus, worstCheckStatus } from "../domain.ts";

export interface Problem {
  status: CheckStatus;
  message: string;
  fix: string;
}

export function toCheck(name: Check["name"], problems: Problem[], ok: string): Check {
  if (problems.length === 0) return { name, status: "ok", message: ok };
  return {
    name,
    status: worstCheckStatus(problems.map(({ status }) => status)),
    message: problems.map(({ message }) => message).join(" "),
    fix: [...new Set(problems.map(({ fix }) => fix))].join(" "),
  };
}
