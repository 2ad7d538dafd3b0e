import { text } from "node:stream/consumers";
import { Failure } from "./failure.ts";

/** @param instead what to say to a person who has piped nothing in */
export async function readStandardInput(instead: string): Promise<string> {
  if (process.stdin.isTTY) throw new Failure("usage", `${instead}.`);
  return text(process.stdin);
}
