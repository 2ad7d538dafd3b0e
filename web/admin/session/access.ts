import { SECOND_MS } from "../../../worker/shared/time/domain.ts";
import { REQUEST_TIMEOUT_MS } from "../request-timeout.ts";
import { claimsIn, type Tokens } from "./token-storage.ts";

/** The console's own Function hands out the token that Cloudflare Access adds to each of its requests. */
export async function requestAccessTokens(query = ""): Promise<Tokens> {
  const response = await fetch(`/access-token${query}`, {
    // Without a session, Access redirects to its sign-in page, which a script can't open.
    redirect: "manual",
    cache: "no-store",
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  }).catch((cause: unknown) => {
    throw Object.assign(new Error("Network error", { cause }), { code: "NetworkError" });
  });
  const { token }: { token?: string } = response.ok ? await response.json() : {};
  const { sub, iat = 0, exp = 0 } = claimsIn(token ?? "");
  const clockDriftSeconds = 0;
  if (!token || !sub || exp <= Math.max(iat, Date.now() / SECOND_MS)) {
    const error = new Error("Cloudflare Access has no session.");
    throw Object.assign(error, { name: "NotAuthorizedException" });
  }
  return {
    source: "access",
    username: sub,
    idToken: token,
    accessToken: "",
    refreshToken: "",
    clockDriftSeconds,
  };
}
