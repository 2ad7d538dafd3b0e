import type { Reporter, TestModule } from "vitest/node";

/** Prints the counts on a line of their own at the very end, for programs that read logs. */
export class CountsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const states = modules.flatMap((module) =>
      [...module.children.allTests()].map((test) => test.result().state),
    );
    const failedModules = modules.filter(
      (module) => module.state() === "failed" && module.errors().length > 0,
    ).length;
    const count = (state: string) => states.filter((each) => each === state).length;
    const skipped = count("skipped") + count("pending");
    const failed = count("failed") + failedModules + unhandledErrors.length;
    const line = `${count("passed")} passed, ${failed} failed`;
    // The default reporter's summary comes first.
    process.once("exit", () => console.log(skipped > 0 ? `${line}, ${skipped} skipped` : line));
  }
}

/** Lists skipped tests and their reasons at the end: nobody sees one line among thousands. */
export class SkippedTestsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const notes = modules.flatMap((module) =>
      [...module.children.allTests()].flatMap((test) => {
        const result = test.result();
        return result.state === "skipped" && result.note ? [`  ${test.name}: ${result.note}`] : [];
      }),
    );
    if (notes.length === 0) return;
    process.once("exit", () => console.log(`\nSKIPPED, ${notes.length} tests:\n${notes.join("\n")}\n`));
  }
}
