import { AuthorizationResponseError, ResponseBodyError } from "oauth4webapi";

/** The name of the user pool's error for an ended session. */
const REFUSED = "NotAuthorizedException";
const UNREACHABLE = "NetworkError";

/** @returns an error whose name or code says what it means for the session, as those of the user pool do */
export function explainProviderError(cause: unknown): Error {
  if (cause instanceof Error && (cause.name === REFUSED || isExplained(cause))) return cause;
  if (cause instanceof AuthorizationResponseError) {
    if (cause.error === "access_denied") return new Error("The sign-in was canceled.", { cause });
    return failure(cause.error, cause);
  }
  if (cause instanceof ResponseBodyError) {
    // Only these mean that the refresh token will never work again (RFC 6749, 5.2).
    if (!["invalid_grant", "invalid_client", "unauthorized_client"].includes(cause.error))
      return unreachable(failure(cause.error, cause).message, cause);
    return Object.assign(failure(cause.error, cause), { name: REFUSED });
  }
  // Fetch fails with a TypeError, and a timeout with a DOMException.
  if (cause instanceof TypeError || cause instanceof DOMException)
    return unreachable("The sign-in service can't be reached. Check your connection and try again.", cause);
  return unreachable(
    "The sign-in service sent an answer that isn't valid. Try again, or contact your admin.",
    cause,
  );
}

export function sessionEnded(message = "The session has ended."): Error {
  return Object.assign(new Error(message), { name: REFUSED });
}

export function startedElsewhere(): Error {
  return new Error("This sign-in wasn't started in this window, or it was used before. Start again.");
}

function failure(code: string, cause: unknown): Error {
  return new Error(
    `The sign-in service answered with an error (${code.slice(0, 50)}). Try again in a moment.`,
    {
      cause,
    },
  );
}

export function unreachable(message: string, cause: unknown): Error {
  return Object.assign(new Error(message, { cause }), { code: UNREACHABLE });
}

function isExplained(error: Error): boolean {
  return "code" in error && error.code === UNREACHABLE;
}
