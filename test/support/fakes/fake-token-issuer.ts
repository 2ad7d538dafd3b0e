import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { exportJWK, exportSPKI, generateKeyPair, type JWTHeaderParameters, SignJWT } from "jose";
import { keepIdleConnections } from "../../../tools/start/idle-connections.ts";
import { closeServer, listen, listener } from "../starters/listen.ts";
import { fakeUserGroups } from "./fake-user-groups.ts";

export const userPoolID = "us-east-1_test";
export const userPoolClientID = "test-client";

export type TokenIssuer = Awaited<ReturnType<typeof startTokenIssuer>>;

interface SignUpInput {
  ClientId: string;
  Username: string;
  Password: string;
  UserAttributes?: { Name: string; Value: string }[];
}

/** All issuers of a test file share one key, because generating one takes 0.1 s. Their tokens still differ by issuer. */
let sharedKey: ReturnType<typeof makeKey> | undefined;
const makeKey = () => generateKeyPair("RS256", { extractable: true });

/**
 * Starts a fake user pool with what the Worker and `npm run deploy` use of one: signed tokens, the key set, and the
 * responses to SignUp and to operations on groups. Nobody can sign in: for that, see fake-cognito.ts.
 */
export async function startTokenIssuer() {
  const kid = "signing-key";
  sharedKey ??= makeKey();
  const { publicKey, privateKey } = await sharedKey;
  const publicJWK = (key: CryptoKey, kid: string) =>
    exportJWK(key).then((jwk) => ({ ...jwk, kid, alg: "RS256", use: "sig" }));
  const keySet = { keys: [await publicJWK(publicKey, kid)] };
  const path = `/${userPoolID}/.well-known/jwks.json`;
  /** The response to requests for the key set. `disconnected` resets the connection; an object or a text is sent as is. */
  const keySetResponse = {
    state: "valid" as "valid" | "disconnected" | "hanging" | object | string,
    calls: 0,
  };
  /** `open` creates users, `refused` doesn't allow sign-up, and `throttled` and `broken` are errors that show neither. */
  const signUp = { state: "refused" as "refused" | "open" | "throttled" | "broken", calls: 0, users: 0 };
  const groups = fakeUserGroups();
  const server = createServer(
    listener(async (request, response) => {
      const answer = (status: number, body: object) =>
        response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
      if (request.url === path) return sendKeySet(request, response);
      const [service, operation = ""] = String(request.headers["x-amz-target"]).split(".");
      if (service !== "AWSCognitoIdentityProviderService") return answer(404, {});
      const body = await text(request);
      const groupResponse = await groups.answer(operation, request, body);
      if (groupResponse) return answer(groupResponse.status, groupResponse.body);
      if (operation !== "SignUp") return answer(400, { __type: "UnknownOperationException" });
      signUp.calls += 1;
      return answer(...signUpResponse(JSON.parse(body)));
    }),
  );

  function sendKeySet({ socket }: IncomingMessage, response: ServerResponse) {
    const { state } = keySetResponse;
    keySetResponse.calls += 1;
    if (state === "disconnected") return socket.destroy();
    if (state === "hanging") return undefined;
    const body = state === "valid" ? keySet : state;
    return response.end(typeof body === "string" ? body : JSON.stringify(body));
  }

  /** @see https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_SignUp.html */
  function signUpResponse({ Username, Password, UserAttributes = [] }: SignUpInput): [number, object] {
    const error = (__type: string, message: string): [number, object] => [400, { __type, message }];
    if (signUp.state === "broken") return [500, { __type: "InternalErrorException", message: "" }];
    if (signUp.state === "throttled") return error("TooManyRequestsException", "Rate exceeded");
    if (Password.length < 6 || UserAttributes.some(({ Name }) => Name.length > 32))
      return error("InvalidParameterException", "1 validation error detected: …");
    if (signUp.state === "refused")
      return error("NotAuthorizedException", "SignUp is not permitted for this user pool");
    if (!Username.includes("@")) return error("InvalidParameterException", "Username should be an email.");
    signUp.users += 1;
    return [200, { UserConfirmed: false }];
  }
  keepIdleConnections(server);
  const endpoint = await listen(server);
  const issuer = `${endpoint}/${userPoolID}`;

  let latest: { second: number; token: Promise<string> } | undefined;
  /** Tokens are signed at this time, because a test can move the Worker's clock. */
  const clock = { aheadMs: 0 };

  /** Signs an administrator's ID token, valid unless `claims` or `header` override something. Undefined removes a claim. */
  function token(
    claims?: Record<string, unknown>,
    header?: Partial<JWTHeaderParameters>,
    key = privateKey,
  ): Promise<string> {
    const second = Math.floor((Date.now() + clock.aheadMs) / 1000);
    if (claims || header || key !== privateKey) return sign(second, claims, header, key);
    // Most requests have such a token, and signing one takes longer than the request.
    if (latest?.second !== second) latest = { second, token: sign(second) };
    return latest.token;
  }

  function sign(
    now: number,
    claims: Record<string, unknown> = {},
    header: Partial<JWTHeaderParameters> = {},
    key = privateKey,
  ): Promise<string> {
    const defaultClaims = {
      iss: issuer,
      aud: userPoolClientID,
      sub: "3f1c8f0e-8f6b-4c57-9d2b-6a2d9a0c1b7e",
      token_use: "id",
      "cognito:username": "3f1c8f0e-8f6b-4c57-9d2b-6a2d9a0c1b7e",
      email: "admin@example.com",
      email_verified: true,
      auth_time: now,
      iat: now,
      exp: now + 3600,
    };
    return new SignJWT({ ...defaultClaims, ...claims })
      .setProtectedHeader({ alg: "RS256", kid, ...header })
      .sign(key);
  }

  return {
    endpoint,
    issuer,
    token,
    clock,
    signUp,
    groups: groups.members,
    keys: { kid, publicKey, privateKey, publicPEM: await exportSPKI(publicKey), keySet },
    keySetResponse,
    /** Adds a key to the key set and returns a function that signs tokens with it. */
    async addKey(kid: string) {
      const newKey = await makeKey();
      keySet.keys.push(await publicJWK(newKey.publicKey, kid));
      return (claims: Record<string, unknown> = {}) => token(claims, { kid }, newKey.privateKey);
    },
    stop: () => closeServer(server),
  };
}
