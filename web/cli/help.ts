import type { Command } from "commander";
import { exitCodes } from "./failure.ts";

type ExitCode = keyof typeof exitCodes;

export const exitCodeMeanings: Record<ExitCode, string> = {
  done: "Done",
  refused: "Daymark refused or failed",
  usage: "Something in the command or its input is wrong; nothing was changed",
  unreachable: "Daymark can't be reached",
  key: "There is no API key, or it is refused",
  trouble: "For status: something isn't operational, or an incident is open",
  partly: "For metric push: some of the points were stored, the others were not",
};

interface CommandHelp {
  notes?: string;
  examples: string[];
  /** Those that only this command has, or that mean something else here. */
  meanings?: Partial<Record<ExitCode, string>>;
}

/** Ends a command's help with what its options don't say, with examples and with its exit codes. */
export function addHelp(command: Command, { notes, examples, meanings = {} }: CommandHelp): Command {
  const { trouble: _, partly: __, ...usual } = exitCodeMeanings;
  return command.addHelpText(
    "after",
    [
      ...(notes === undefined ? [] : ["", notes]),
      "",
      examples.length === 1 ? "Example:" : "Examples:",
      ...examples.map((example) => `  ${example}`),
      "",
      exitCodeTable({ ...usual, ...meanings }),
    ].join("\n"),
  );
}

export function exitCodeTable(meanings: Partial<Record<ExitCode, string>>): string {
  const lines = Object.entries(exitCodes).flatMap(([name, code]) => {
    const meaning = meanings[name as ExitCode]; // Object.entries widens the keys to string
    return meaning === undefined ? [] : [`  ${code}  ${meaning}`];
  });
  return ["Exit codes:", ...lines].join("\n");
}
