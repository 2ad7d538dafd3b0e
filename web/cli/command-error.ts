import type { Schemas } from "../client/client.ts";

export const exitCodes = {
  done: 0,
  refused: 1,
  usage: 2,
  unreachable: 3,
  key: 4,
  trouble: 5,
  partly: 6,
  bug: 7,
} as const;

type ErrorResponse = Schemas["ErrorAnswer"];
type Reasons = NonNullable<ErrorResponse["errors"]>;

/** Ends the command with a message for people and an exit code for scripts. */
export class CommandError extends Error {
  readonly exitCode: number;
  readonly reasons: Reasons;
  /** The body of an error response, which `--json` prints. */
  readonly response: ErrorResponse | undefined;
  readonly status: number | undefined;

  constructor(kind: keyof typeof exitCodes, message: string, response?: ErrorResponse, status?: number) {
    super(message);
    this.exitCode = exitCodes[kind];
    this.reasons = response?.errors ?? [];
    this.response = response;
    this.status = status;
  }
}

export async function readErrorResponse(response: Response): Promise<ErrorResponse | undefined> {
  const body: unknown = await response.json().catch(() => undefined);
  const isError = typeof body === "object" && body !== null && "errorMessage" in body;
  return isError ? (body as ErrorResponse) : undefined;
}

export function withContext<T>(where: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new CommandError("usage", `${where}: ${error instanceof Error ? error.message : error}`);
  }
}
