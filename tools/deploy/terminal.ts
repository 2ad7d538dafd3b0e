import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { machine, print } from "./machine.ts";
import { DeployError } from "./wrangler.ts";

export interface Question {
  text: string;
  /** Answers that it takes. */
  pattern: RegExp;
  /** A sentence that says which those are. */
  problem: string;
  /** The terminal doesn't show what is typed. */
  isSecret?: true;
}

export interface Terminal {
  /**
   * Asks again after an answer that the question doesn't take.
   * @throws DeployError if the input ends
   */
  ask: (question: Question) => Promise<string>;
  close: () => void;
}

/** @returns undefined where nobody could answer: a CI job would wait forever */
export function openTerminal(): Terminal | undefined {
  const { stdin: input, stdout: output, env, exit } = machine();
  if (!input.isTTY || !output.isTTY || env.CI) return undefined;
  let isHidden = false;
  const screen = new Writable({
    write(text, _, done) {
      if (!isHidden) output.write(text);
      done();
    },
  });
  const terminal = createInterface({ input, output: screen, terminal: true });
  terminal.on("SIGINT", () => exit(130));
  // An answer that is typed before its question isn't lost.
  const lines = terminal[Symbol.asyncIterator]();
  let isOpen = true;
  terminal.once("close", () => {
    isOpen = false;
  });
  return {
    async ask({ text, pattern, problem, isSecret = false }) {
      for (;;) {
        isHidden = isSecret;
        if (isSecret) output.write(`   ${text} `);
        terminal.setPrompt(`   ${text} `);
        // A prompt would open the input again, and keep the process alive.
        if (isOpen) terminal.prompt();
        const { value, done } = await lines.next();
        isHidden = false;
        if (isSecret) print("");
        if (done) throw new DeployError("There was no answer. Nothing was changed.");
        const answer = value.trim();
        if (pattern.test(answer)) return answer;
        print(`   ${problem}`);
      }
    },
    close: () => terminal.close(),
  };
}
