/**
 * Hands the console the token that Cloudflare Access adds to its requests. The API takes no credential that a browser attaches by
 * itself, so the console's script has to send it. Without Access, a request has no such header, unless a browser made it up for itself.
 */
export const onRequestGet: PagesFunction = ({ request }) => {
  const headers = { "Cache-Control": "no-store" };
  const token = request.headers.get("Cf-Access-Jwt-Assertion");
  if (!token)
    return Response.json(
      { errorMessage: "Cloudflare Access has not signed you in." },
      { status: 401, headers },
    );
  if (request.headers.get("Sec-Fetch-Site") !== "same-origin")
    return Response.json({ errorMessage: "Only the console may read this." }, { status: 403, headers });
  return Response.json({ token }, { headers });
};
