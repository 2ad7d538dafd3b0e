import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { exportJWK, exportSPKI, generateKeyPair, type JWTHeaderParameters, SignJWT } from "jose";
import { closeServer, listen } from "../starters/listen.ts";

export const oidcClientID = "daymark-console";
export const accessAudience = "0f6a4c1b7e3f1c8f0e8f6b4c579d2b6a2d9a0c1b7e3f1c8f0e8f6b4c579d2b6a";

export type FakeIssuer = Awaited<ReturnType<typeof startFakeIssuer>>;

interface TokenCall {
  path: string;
  form: Record<string, string>;
  authorization: string | undefined;
}

interface TokenAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** All issuers of a test file share their keys, because generating one takes 0.1 s. */
let sharedKeys: ReturnType<typeof makeKeys> | undefined;

async function makeKeys() {
  const pairs = new Map<string, CryptoKeyPair>();
  for (const algorithm of ["RS256", "PS256", "ES256", "EdDSA"])
    pairs.set(algorithm, await generateKeyPair(algorithm, { extractable: true }));
  return pairs;
}

/**
 * Starts what the Worker reads of an OpenID Connect provider and of Cloudflare Access: discovery and key sets. Nobody can
 * sign in, but a test can sign any token, and say what the token endpoint answers.
 */
export async function startFakeIssuer() {
  sharedKeys ??= makeKeys();
  const pairs = await sharedKeys;
  const calls = { discovery: 0, keySet: 0 };
  const keySet = {
    keys: await Promise.all(
      [...pairs].map(async ([alg, { publicKey }]) => ({
        ...(await exportJWK(publicKey)),
        kid: alg,
        alg,
        use: "sig",
      })),
    ),
  };
  /** Overrides the discovery document. A string is sent as it is. */
  const discovery: { override: object | string } = { override: {} };
  const tokenCalls: TokenCall[] = [];
  const tokenAnswer: { next: TokenAnswer } = { next: { status: 200, headers: {}, body: "{}" } };
  const server = createServer((request, response) => {
    const send = (body: object | string) =>
      response.end(typeof body === "string" ? body : JSON.stringify(body));
    switch (request.url) {
      case "/.well-known/openid-configuration": {
        calls.discovery += 1;
        const { override } = discovery;
        const document = {
          issuer,
          jwks_uri: `${issuer}/jwks`,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          revocation_endpoint: `${issuer}/revoke`,
          id_token_signing_alg_values_supported: ["RS256", "ES256", "HS256", "none"],
        };
        return send(typeof override === "string" ? override : { ...document, ...override });
      }
      case "/token":
      case "/revoke":
        return void text(request).then((body) => {
          const { authorization } = request.headers;
          tokenCalls.push({
            path: request.url ?? "",
            form: Object.fromEntries(new URLSearchParams(body)),
            authorization,
          });
          const { status, headers, body: answer } = tokenAnswer.next;
          response.writeHead(status, headers).end(answer);
        });
      case "/jwks":
      case "/cdn-cgi/access/certs":
        calls.keySet += 1;
        return send(keySet);
      default:
        return response.writeHead(404).end("{}");
    }
  });
  const issuer = await listen(server);
  const rsa = pairs.get("RS256");
  if (!rsa) throw new Error("There is no RSA key.");

  function sign(claims: Record<string, unknown>, header: Partial<JWTHeaderParameters>, key?: CryptoKey) {
    const alg = header.alg ?? "RS256";
    const own = pairs.get(alg)?.privateKey;
    const privateKey = key ?? own;
    if (!privateKey) throw new Error(`There is no key for ${alg}.`);
    const now = Math.floor(Date.now() / 1000);
    return new SignJWT({ iss: issuer, sub: "user-1", iat: now, exp: now + 3600, ...claims })
      .setProtectedHeader({ alg, kid: alg, ...header })
      .sign(privateKey);
  }

  return {
    issuer,
    calls,
    discovery,
    keySet,
    /** The calls of the token and revocation endpoints. */
    tokenCalls,
    /** These endpoints give such answers from now on. */
    answerTokens(body: object | string, status = 200, headers: Record<string, string> = {}) {
      tokenAnswer.next = {
        status,
        headers,
        body: typeof body === "string" ? body : JSON.stringify(body),
      };
    },
    publicPEM: await exportSPKI(rsa.publicKey),
    /** Signs an administrator's ID token, valid unless claims or header override something. Undefined removes a claim. */
    idToken: (
      claims: Record<string, unknown> = {},
      header: Partial<JWTHeaderParameters> = {},
      key?: CryptoKey,
    ) =>
      sign(
        { aud: oidcClientID, email: "ada@example.com", email_verified: true, groups: ["admins"], ...claims },
        header,
        key,
      ),
    /** Signs a token of Cloudflare Access. */
    accessToken: (
      claims: Record<string, unknown> = {},
      header: Partial<JWTHeaderParameters> = {},
      key?: CryptoKey,
    ) =>
      sign(
        { aud: [accessAudience], email: "ada@example.com", type: "app", country: "US", ...claims },
        header,
        key,
      ),
    stop: () => closeServer(server),
  };
}
