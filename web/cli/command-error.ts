import type { Schemas } from "../client/client.ts";

export const exitCodes = {
  done: 0,
  refused: 1,
  usage: 2,
  unreachable: 3,
  key: 4,
  trouble: 5,
  partly: 6,
} as const;

type ErrorAnswer = Schemas["ErrorAnswer"];
type Reasons = NonNullable<ErrorAnswer["errors"]>;

/** Ends the command with a message for people and an exit code for scripts. */
export class CommandError extends Error {
  readonly exitCode: number;
  readonly reasons: Reasons;
  /** The body of an API error, which `--json` prints. */
  readonly answer: ErrorAnswer | undefined;
  readonly status: number | undefined;

  constructor(kind: keyof typeof exitCodes, message: string, answer?: ErrorAnswer, status?: number) {
    super(message);
    this.exitCode = exitCodes[kind];
    this.reasons = answer?.errors ?? [];
    this.answer = answer;
    this.status = status;
  }
}

/** @returns undefined if the body is not one of Daymark's errors */
export async function errorAnswer(response: Response): Promise<ErrorAnswer | undefined> {
  const answer: unknown = await response.json().catch(() => undefined);
  const isOne = typeof answer === "object" && answer !== null && "errorMessage" in answer;
  return isOne ? (answer as ErrorAnswer) : undefined;
}

/** Begins the message of a parse error with the place of the input. */
export function withContext<T>(where: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new CommandError("usage", `${where}: ${error instanceof Error ? error.message : error}`);
  }
}
