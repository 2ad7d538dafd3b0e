import type { StatusColor } from "../../../worker/components/domain.ts";
import { type CheckStatus, checkStatuses, worstCheckStatus } from "../../../worker/health/domain.ts";
import type { Schemas } from "../../client/client.ts";
import { exitCodes } from "../command-error.ts";
import { count, inColor, plain, print, printJSON } from "../output.ts";
import { setExitCode } from "../shell.ts";

/** The commands have checks of their own, which the API doesn't name. */
export type Check = Omit<Schemas["HealthReport"]["checks"][number], "name"> & { name: string };

export function reportChecks(
  { version, ...subject }: { version: string } & Record<string, string>,
  checks: Check[],
  { json }: { json?: boolean },
): void {
  const status = worstCheckStatus(checks.map(({ status }) => knownStatus(status)));
  setExitCode(status === "error" ? exitCodes.refused : exitCodes.done);
  if (json) printJSON({ ...subject, version, status, checks });
  else {
    print(`${Object.values(subject).map(plain).join(", ")}, with daymark ${version}`);
    show(checks);
  }
}

/** A newer server may have statuses that this version does not know. */
function knownStatus(status: string): CheckStatus {
  return checkStatuses.find((known) => known === status) ?? "warning";
}

const colors: Record<CheckStatus, StatusColor> = { ok: "green", warning: "yellow", error: "red" };

function show(checks: Check[]): void {
  const width = Math.max(...checks.map(({ name }) => plain(name).length));
  const indent = " ".repeat("● warning  ".length + width + 2);
  for (const { name, status, message, fix } of checks) {
    const mark = `${inColor("●", colors[knownStatus(status)])} ${plain(status).padEnd(7)}`;
    print(`${mark}  ${plain(name).padEnd(width)}  ${plain(message)}`);
    if (fix !== undefined) print(`${indent}→ ${plain(fix)}`);
  }
  const number = (wanted: CheckStatus) =>
    checks.filter(({ status }) => knownStatus(status) === wanted).length;
  print();
  print(`${count(number("error"), "error")}, ${count(number("warning"), "warning")}.`);
}
