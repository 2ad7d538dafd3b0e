import { createServer, type Server } from "node:http";
import { exportJWK, generateKeyPair } from "jose";
import { MINUTE_MS, SECOND_MS } from "../../worker/shared/time/domain.ts";
import { keepIdleConnections } from "./idle-connections.ts";

export interface IdentityProvider {
  issuer: string;
  clientID: string;
  stop(): Promise<void>;
}

export const providerGroup = "administrators";
/** Every other user of the provider is in no group. */
export const providerAdministrator = "ada@example.com";

const HOUR_SECONDS = (60 * MINUTE_MS) / SECOND_MS;
const clientID = "daymark-console";

interface Options {
  port: number;
  consoleOrigin: string;
  refreshes?: boolean;
  /** Makes the client a confidential one, which no browser may call for. */
  clientSecret?: string;
}

/**
 * Starts an OpenID Connect provider, which accepts every address and password. Its sessions last as long as it runs.
 * @param refreshes whether it issues refresh tokens
 */
export async function startIdentityProvider({
  port,
  consoleOrigin,
  refreshes = true,
  clientSecret,
}: Options): Promise<IdentityProvider> {
  const server = createServer();
  keepIdleConnections(server);
  const issuer = `http://localhost:${await listenOn(server, port)}`;
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  // It warns on some versions of Node.js, so it is loaded only when it is used.
  const { default: Provider } = await import("oidc-provider");
  const keys = [{ ...(await exportJWK(privateKey)), kid: "local", alg: "RS256", use: "sig" }];
  const provider = new Provider(issuer, {
    ...configuration({ consoleOrigin, refreshes, clientSecret }),
    jwks: { keys },
  });
  provider.use(async (context, next) => {
    await next();
    // Nothing may leave this machine, and its pages import a font.
    if (typeof context.body === "string") context.body = context.body.replace(/@import url\([^)]*\);/g, "");
  });
  server.on("request", provider.callback());
  return {
    issuer,
    clientID,
    async stop() {
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}

function configuration({
  consoleOrigin,
  refreshes,
  clientSecret,
}: Omit<Options, "port" | "clientSecret"> & { clientSecret: string | undefined }) {
  return {
    clients: [
      {
        client_id: clientID,
        client_name: "Daymark",
        ...(clientSecret === undefined
          ? { token_endpoint_auth_method: "none" }
          : { token_endpoint_auth_method: "client_secret_basic", client_secret: clientSecret }),
        redirect_uris: [`${consoleOrigin}/signin/callback`],
        post_logout_redirect_uris: [`${consoleOrigin}/signin`],
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
      },
    ],
    cookies: { keys: [crypto.randomUUID()] },
    claims: { openid: ["sub"], email: ["email", "email_verified"], groups: ["groups"] },
    scopes: ["openid", "offline_access"],
    conformIdTokenClaims: false, // puts the address and the groups into ID tokens, as most providers do
    findAccount: (_: unknown, sub: string) => ({
      accountId: sub,
      claims: () => ({
        sub,
        email: sub,
        email_verified: true,
        groups: sub === providerAdministrator ? [providerGroup] : [],
      }),
    }),
    clientBasedCORS: (_: unknown, origin: string) => clientSecret === undefined && origin === consoleOrigin,
    issueRefreshToken: () => refreshes,
    rotateRefreshToken: true,
    pkce: { required: () => true },
    features: { revocation: { enabled: true } },
    ttl: Object.fromEntries(
      ["AccessToken", "IdToken", "Grant", "Interaction", "RefreshToken", "Session"].map((name) => [
        name,
        /Token/.test(name) && name !== "RefreshToken" ? HOUR_SECONDS : 24 * HOUR_SECONDS,
      ]),
    ),
  };
}

async function listenOn(server: Server, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const address = server.address();
  return typeof address === "object" && address ? address.port : port;
}
