import { REQUEST_TIMEOUT_MS } from "../request-timeout.ts";
import { explainPoolError } from "./pool-errors.ts";
import { fetchUserPool } from "./pool-fetch.ts";

/**
 * @throws an error with the pool's code as its name and `code`, or with the code NetworkError
 * @see https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_Operations.html
 */
export async function callUserPool(operation: string, input: object): Promise<unknown> {
  const response = await fetchUserPool(operation, input, {
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  }).catch((cause: unknown) => {
    throw poolError("Network error", "NetworkError", cause);
  });
  const body: unknown = await response.json().catch(() => undefined);
  if (response.ok) return body ?? {};
  const { __type, message, Message }: PoolFailure = body instanceof Object ? body : {};
  const code = __type ?? response.headers.get("x-amzn-errortype")?.split(":")[0] ?? "UnknownError";
  throw poolError(message ?? Message ?? "", code.split("#").at(-1) ?? code);
}

interface PoolFailure {
  __type?: string;
  message?: string;
  Message?: string;
}

function poolError(message: string, code: string, cause?: unknown): Error {
  return explainPoolError(Object.assign(new Error(message, { cause }), { name: code, code }));
}
