import { unlessConflict } from "../draft.ts";

/** One of the requests that a Save makes, in words that go on after "Done:" and "Not done:". */
export interface Step {
  toDo: string;
  done: string;
}

/**
 * Makes each request, whatever becomes of the others: what succeeded is shown as done, what failed stays to be done.
 * @throws Error that says which were done and which were not; the only one's own, and a conflict as it is
 */
export async function runSteps(steps: readonly (Step & { run: () => Promise<void> })[]): Promise<void> {
  const done: string[] = [];
  /** What was not done, by the reason. */
  const left = new Map<string, string[]>();
  const errors: Error[] = [];
  for (const step of steps) {
    try {
      await step.run();
      done.push(step.done);
    } catch (cause) {
      const error = cause instanceof Error ? cause : new Error(String(cause));
      errors.push(error);
      const reason = unlessConflict(error)?.message ?? "";
      left.set(reason, [...(left.get(reason) ?? []), step.toDo]);
    }
  }
  const [first] = errors;
  if (!first) return;
  // What somebody else changed is told beside the error, and the field of the service's name is in sight.
  left.delete("");
  if (steps.length === 1 || left.size === 0) throw first;
  const lines = [...left].map(([reason, toDo]) => `Not done: ${toDo.join(", ")}. ${reason}`);
  if (done.length > 0) lines.unshift(`Done: ${done.join(", ")}.`);
  throw new Error([...lines, "Save again to do the rest."].join("\n"), { cause: errors });
}
