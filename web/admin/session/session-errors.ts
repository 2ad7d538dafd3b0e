/** A page that can't load its own files can't reach the issuer of its tokens either, most likely. */
export function throwNetworkError(cause: unknown): never {
  throw Object.assign(new Error("Network error", { cause }), { code: "NetworkError" });
}

export function throwSessionError(cause: unknown): never {
  throw new Error("failed to get session", { cause });
}

export function isRefused(error: unknown): boolean {
  return error instanceof Error && isNotAuthorized(error.cause);
}

export function isNotAuthorized(error: unknown): boolean {
  return error instanceof Error && error.name === "NotAuthorizedException";
}

export function isUnreachable(error: unknown): error is Error {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && "code" in cause && cause.code === "NetworkError";
}
