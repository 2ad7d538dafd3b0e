import type { Command } from "commander";
import { exitCodes } from "./command-error.ts";

type ExitCode = keyof typeof exitCodes;

export const exitCodeMeanings: Record<ExitCode, string> = {
  done: "Done",
  refused: "Daymark returned an error",
  usage: "The command or its input is wrong; nothing was changed",
  unreachable: "Daymark can't be reached",
  key: "The API key is missing or refused",
  trouble: "For status: something isn't operational, or an incident is open",
  partly: "For metric push: some of the points were stored, the rest were not",
  bug: "The command itself has a bug; DAYMARK_DEBUG=1 prints where",
};

/** A code without a meaning isn't listed. */
type Meanings = Partial<Record<ExitCode, string | undefined>>;

interface CommandHelp {
  notes?: string;
  examples: string[];
  /** Exit codes that only this command has, or that mean something else for it. */
  meanings?: Meanings;
}

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

export function exitCodeTable(meanings: Meanings): string {
  const lines = Object.entries(exitCodes).flatMap(([name, code]) => {
    const meaning = meanings[name as ExitCode]; // Object.entries widens the keys to string
    return meaning === undefined ? [] : [`  ${code}  ${meaning}`];
  });
  return ["Exit codes:", ...lines].join("\n");
}
