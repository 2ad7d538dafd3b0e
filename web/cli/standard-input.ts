import { text } from "node:stream/consumers";
import { CommandError } from "./command-error.ts";
import { shell } from "./shell.ts";

export async function readStandardInput(instead: string): Promise<string> {
  const { stdin } = shell();
  if (stdin.isTTY) throw new CommandError("usage", `${instead}.`);
  return text(stdin);
}
