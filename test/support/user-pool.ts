import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { exportJWK, exportSPKI, generateKeyPair, type JWTHeaderParameters, SignJWT } from "jose";
import { keepIdleConnections } from "../../tools/start/idle-connections.ts";
import { poolGroups } from "./pool-groups.ts";

export const userPoolID = "us-east-1_test";
export const userPoolClientID = "test-client";

export type UserPool = Awaited<ReturnType<typeof startUserPool>>;

interface SignUpInput {
  ClientId: string;
  Username: string;
  Password: string;
  UserAttributes?: { Name: string; Value: string }[];
}

/** All pools of a file share one key, because making one takes a tenth of a second; their tokens differ by their issuer. */
let firstKey: ReturnType<typeof makeKey> | undefined;
const makeKey = () => generateKeyPair("RS256", { extractable: true });

/**
 * A user pool as the Worker sees one: an issuer with a key set, the key that signs its tokens, and what it answers to
 * strangers who sign up.
 */
export async function startUserPool() {
  const kid = "signing-key";
  firstKey ??= makeKey();
  const { publicKey, privateKey } = await firstKey;
  const publicJWK = (key: CryptoKey, kid: string) =>
    exportJWK(key).then((jwk) => ({ ...jwk, kid, alg: "RS256", use: "sig" }));
  const keySet = { keys: [await publicJWK(publicKey, kid)] };
  const path = `/${userPoolID}/.well-known/jwks.json`;
  /** How the pool answers who asks for its keys: `away` breaks the connection off. */
  const keySetAnswers = { state: "good" as "good" | "away" | "hanging" | object | string, calls: 0 };
  /** `open` makes users as Amazon's pools do; of `throttled` and `broken` nobody learns what it is. */
  const signUp = { state: "refused" as "refused" | "open" | "throttled" | "broken", calls: 0, users: 0 };
  const groups = poolGroups();
  const server = createServer(async (request, response) => {
    const answer = (status: number, body: object) =>
      response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
    if (request.url === path) return answerToKeys(request, response);
    const [service, operation = ""] = String(request.headers["x-amz-target"]).split(".");
    if (service !== "AWSCognitoIdentityProviderService") return answer(404, {});
    const body = await text(request);
    const administrated = await groups.answer(operation, request, body);
    if (administrated) return answer(administrated.status, administrated.body);
    if (operation !== "SignUp") return answer(400, { __type: "UnknownOperationException" });
    signUp.calls += 1;
    return answer(...answerToSignUp(JSON.parse(body)));
  });

  function answerToKeys({ socket }: IncomingMessage, response: ServerResponse) {
    const { state } = keySetAnswers;
    keySetAnswers.calls += 1;
    if (state === "away") return socket.destroy();
    if (state === "hanging") return undefined;
    const body = state === "good" ? keySet : state;
    return response.end(typeof body === "string" ? body : JSON.stringify(body));
  }

  /** @see https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_SignUp.html */
  function answerToSignUp({ Username, Password, UserAttributes = [] }: SignUpInput): [number, object] {
    const refusal = (__type: string, message: string): [number, object] => [400, { __type, message }];
    if (signUp.state === "broken") return [500, { __type: "InternalErrorException", message: "" }];
    if (signUp.state === "throttled") return refusal("TooManyRequestsException", "Rate exceeded");
    if (Password.length < 6 || UserAttributes.some(({ Name }) => Name.length > 32))
      return refusal("InvalidParameterException", "1 validation error detected: …");
    if (signUp.state === "refused")
      return refusal("NotAuthorizedException", "SignUp is not permitted for this user pool");
    if (!Username.includes("@")) return refusal("InvalidParameterException", "Username should be an email.");
    signUp.users += 1;
    return [200, { UserConfirmed: false }];
  }
  keepIdleConnections(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // listens on TCP: never a string
  const issuer = `${endpoint}/${userPoolID}`;

  /** An administrator's id token, good unless `claims` or `header` spoil it; a claim that is undefined is left out. */
  function token(
    claims: Record<string, unknown> = {},
    header: Partial<JWTHeaderParameters> = {},
    key = privateKey,
  ): Promise<string> {
    const now = Math.floor(Date.now() / 1000);
    const good = {
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
    return new SignJWT({ ...good, ...claims }).setProtectedHeader({ alg: "RS256", kid, ...header }).sign(key);
  }

  return {
    endpoint,
    issuer,
    token,
    signUp,
    groups: groups.members,
    keys: { kid, publicKey, privateKey, publicPEM: await exportSPKI(publicKey), keySet },
    keySetAnswers,
    /** Puts another key into the key set, and answers who signs with it. */
    async addKey(kid: string) {
      const added = await makeKey();
      keySet.keys.push(await publicJWK(added.publicKey, kid));
      return (claims: Record<string, unknown> = {}) => token(claims, { kid }, added.privateKey);
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
