import { type Variables, withActiveSignIn } from "../session/active-sign-in.ts";

/**
 * Hands the console the token that Cloudflare Access adds to its requests. The API takes no credential that a browser attaches by
 * itself, so the console's script has to send it. With `?try`, it does so before Access is how administrators sign in.
 */
export const onRequestGet: PagesFunction<Variables> = async ({ env, request }) => {
  const headers = { "Cache-Control": "no-store" };
  const token = request.headers.get("Cf-Access-Jwt-Assertion");
  const isTried = new URL(request.url).searchParams.has("try");
  const isUsed = isTried || Boolean((await withActiveSignIn(env)).ACCESS_AUD);
  if (!isUsed || !token)
    return Response.json(
      { errorMessage: "Cloudflare Access has not signed you in." },
      { status: 401, headers },
    );
  if (request.headers.get("Sec-Fetch-Site") !== "same-origin")
    return Response.json({ errorMessage: "Only the console may read this." }, { status: 403, headers });
  return Response.json({ token }, { headers });
};
