import type { Schemas } from "../client/client.ts";

/** What the command ends with; its help lists them. */
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

/** Ends the command: a sentence for the person, a number for the script. */
export class Failure extends Error {
  readonly exitCode: number;
  /** What Daymark said of parts of the request, by their paths in the body. */
  readonly reasons: Reasons;
  /** The body of Daymark's refusal, which `--json` prints; undefined where something else went wrong. */
  readonly answer: ErrorAnswer | undefined;
  /** The HTTP status of that refusal. */
  readonly status: number | undefined;

  constructor(kind: keyof typeof exitCodes, message: string, answer?: ErrorAnswer, status?: number) {
    super(message);
    this.exitCode = exitCodes[kind];
    this.reasons = answer?.errors ?? [];
    this.answer = answer;
    this.status = status;
  }
}

/** The body of a refusal, or undefined where it is not Daymark's. */
export async function errorAnswer(response: Response): Promise<ErrorAnswer | undefined> {
  const answer: unknown = await response.json().catch(() => undefined);
  const isOne = typeof answer === "object" && answer !== null && "errorMessage" in answer;
  return isOne ? (answer as ErrorAnswer) : undefined;
}

/** What a reading of something written gives, or a refusal that begins with where it was written. */
export function asWritten<T>(where: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new Failure("usage", `${where}: ${error instanceof Error ? error.message : error}`);
  }
}
