import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, exportSPKI, generateKeyPair, type JWTHeaderParameters, SignJWT } from "jose";

export const userPoolID = "us-east-1_test";
export const userPoolClientID = "test-client";

export type UserPool = Awaited<ReturnType<typeof startUserPool>>;

/** A user pool as the Worker sees one: an issuer with a key set, and the key that signs its tokens. */
export async function startUserPool() {
  const kid = "signing-key";
  const { publicKey, privateKey } = await generateKeyPair("RS256", { extractable: true });
  const keySet = { keys: [{ ...(await exportJWK(publicKey)), kid, alg: "RS256", use: "sig" }] };
  const path = `/${userPoolID}/.well-known/jwks.json`;
  const server = createServer((request, response) => {
    if (request.url !== path) response.writeHead(404).end();
    else response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(keySet));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // listens on TCP: never a string
  const issuer = `${endpoint}/${userPoolID}`;

  /** An administrator's id token, good unless `claims` or `header` spoil it; a claim that is undefined is left out. */
  function token(
    claims: Record<string, unknown> = {},
    header: Partial<JWTHeaderParameters> = {},
  ): Promise<string> {
    const now = Math.floor(Date.now() / 1000);
    const good = {
      iss: issuer,
      aud: userPoolClientID,
      sub: "3f1c8f0e-8f6b-4c57-9d2b-6a2d9a0c1b7e",
      token_use: "id",
      "cognito:username": "3f1c8f0e-8f6b-4c57-9d2b-6a2d9a0c1b7e",
      email: "admin@example.com",
      auth_time: now,
      iat: now,
      exp: now + 3600,
    };
    return new SignJWT({ ...good, ...claims })
      .setProtectedHeader({ alg: "RS256", kid, ...header })
      .sign(privateKey);
  }

  return {
    endpoint,
    issuer,
    token,
    keys: { kid, publicKey, privateKey, publicPEM: await exportSPKI(publicKey), keySet },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
