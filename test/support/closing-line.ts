import type { Reporter, TestModule } from "vitest/node";

/** Ends the run's output with its counts alone on a line, for whatever reads logs. */
export class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errorsBetween: readonly unknown[]): void {
    const states = modules.flatMap((module) =>
      [...module.children.allTests()].map((test) => test.result().state),
    );
    const unread = modules.filter(
      (module) => module.state() === "failed" && module.errors().length > 0,
    ).length;
    const count = (state: string) => states.filter((each) => each === state).length;
    const skipped = count("skipped") + count("pending");
    const line = `${count("passed")} passed, ${count("failed") + unread + errorsBetween.length} failed`;
    // After the default reporter's own summary.
    process.once("exit", () => console.log(skipped > 0 ? `${line}, ${skipped} skipped` : line));
  }
}

/** Says at the end which tests were left out, and why: a line among thousands would not be seen. */
export class LeftOut implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const notes = modules.flatMap((module) =>
      [...module.children.allTests()].flatMap((test) => {
        const result = test.result();
        return result.state === "skipped" && result.note ? [`  ${test.name}: ${result.note}`] : [];
      }),
    );
    if (notes.length === 0) return;
    process.once("exit", () => console.log(`\nLEFT OUT, ${notes.length} tests:\n${notes.join("\n")}\n`));
  }
}
