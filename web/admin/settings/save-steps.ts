import { unlessConflict } from "../drafts/draft.ts";

/** One request of a Save. Its texts follow "Not done:" and "Done:". */
export interface Step {
  toDo: string;
  done: string;
}

/**
 * Sends every request, even if an earlier one fails.
 * @throws Error that lists which requests succeeded and which failed; a single error and a conflict are thrown as they are
 */
export async function runSteps(steps: readonly (Step & { run: () => Promise<void> })[]): Promise<void> {
  const done: string[] = [];
  const failedByReason = new Map<string, string[]>();
  const errors: Error[] = [];
  for (const step of steps) {
    try {
      await step.run();
      done.push(step.done);
    } catch (cause) {
      const error = cause instanceof Error ? cause : new Error(String(cause));
      errors.push(error);
      const reason = unlessConflict(error)?.message ?? "";
      failedByReason.set(reason, [...(failedByReason.get(reason) ?? []), step.toDo]);
    }
  }
  const [first] = errors;
  if (!first) return;
  // The form shows a conflict beside this error.
  failedByReason.delete("");
  if (steps.length === 1 || failedByReason.size === 0) throw first;
  const lines = [...failedByReason].map(([reason, toDo]) => `Not done: ${toDo.join(", ")}. ${reason}`);
  if (done.length > 0) lines.unshift(`Done: ${done.join(", ")}.`);
  throw new Error([...lines, "Save again to do the rest."].join("\n"), { cause: errors });
}
