import { text } from "node:stream/consumers";
import { CommandError } from "./command-error.ts";

export async function readStandardInput(instead: string): Promise<string> {
  if (process.stdin.isTTY) throw new CommandError("usage", `${instead}.`);
  return text(process.stdin);
}
