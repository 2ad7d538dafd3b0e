const TIMEOUT_MS = 30_000;

export class NoAnswer {
  readonly reason: string;
  readonly mayHaveArrived: boolean;
  readonly isTimeout: boolean;

  constructor(reason: string, { mayHaveArrived = true, isTimeout = false } = {}) {
    this.reason = reason;
    this.mayHaveArrived = mayHaveArrived;
    this.isTimeout = isTimeout;
  }
}

export async function send(request: Request): Promise<Response | NoAnswer> {
  try {
    const response = await fetch(request.clone(), { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const body = await response.arrayBuffer();
    return new Response(body.byteLength > 0 ? body : null, response);
  } catch (error) {
    return whyUnreachable(error);
  }
}

function whyUnreachable(error: unknown): NoAnswer {
  if (!(error instanceof Error)) return new NoAnswer(String(error));
  if (error.name === "TimeoutError")
    return new NoAnswer(`no answer within ${TIMEOUT_MS / 1000} seconds`, { isTimeout: true });
  const { cause } = error;
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  if (code === "ECONNREFUSED") return new NoAnswer("nothing answers there", { mayHaveArrived: false });
  if (code === "ENOTFOUND" || code === "EAI_AGAIN")
    return new NoAnswer("there is no such host", { mayHaveArrived: false });
  return new NoAnswer(cause instanceof Error && cause.message !== "" ? cause.message : error.message);
}
