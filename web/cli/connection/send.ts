import { SECOND_MS } from "../../../worker/shared/time/domain.ts";

const TIMEOUT_MS = 30_000;

export class ConnectionError {
  readonly reason: string;
  readonly mayHaveArrived: boolean;
  readonly isTimeout: boolean;

  constructor(reason: string, { mayHaveArrived = true, isTimeout = false } = {}) {
    this.reason = reason;
    this.mayHaveArrived = mayHaveArrived;
    this.isTimeout = isTimeout;
  }
}

export async function send(request: Request): Promise<Response | ConnectionError> {
  try {
    const response = await fetch(request.clone(), { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const body = await response.arrayBuffer();
    return new Response(body.byteLength > 0 ? body : null, response);
  } catch (error) {
    return toConnectionError(error);
  }
}

export function toConnectionError(error: unknown): ConnectionError {
  if (!(error instanceof Error)) return new ConnectionError(String(error));
  if (error.name === "TimeoutError")
    return new ConnectionError(`no answer within ${TIMEOUT_MS / SECOND_MS} seconds`, { isTimeout: true });
  const { cause } = error;
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  if (code === "ECONNREFUSED") return new ConnectionError("nothing answers there", { mayHaveArrived: false });
  if (code === "ENOTFOUND" || code === "EAI_AGAIN")
    return new ConnectionError("there is no such host", { mayHaveArrived: false });
  return new ConnectionError(cause instanceof Error && cause.message !== "" ? cause.message : error.message);
}
