import { Hono } from "hono";
import { createMiddleware } from "hono/factory";
import * as z from "zod";
import type { AppEnv } from "../env.ts";
import { body } from "../http/body.ts";
import { call, describe } from "../http/call.ts";
import { forbidden } from "../http/errors.ts";
import { clientNetwork } from "../http/limits/client-network.ts";
import { requireRate } from "../http/limits/rate-limit.ts";
import { KiB } from "../shared/domain.ts";
import { unaudited } from "../writes/audit.ts";
import { writesFromAnySite } from "../writes/write.ts";
import { exchangeCode, readProvider, refreshTokens, revokeToken } from "./confidential-client.ts";
import { signInOperations } from "./operations.ts";
import { CodeExchange, ProviderRequest, RefreshToken, SignInProvider, SignInTokens } from "./schema.ts";

const small = { maxBytes: 16 * KiB };
/** The console's page makes these calls, which is another site. None of them writes. */
const writesNothing = writesFromAnySite(unaudited);
const failures = { errorStatuses: [502] };

/** Other pages must not exchange codes. Browsers always send this header with a POST, and no script can change it. */
const onlyConsole = createMiddleware<AppEnv>(async (c, next) => {
  const { origin } = new URL(c.env.ADMIN_PAGE_URL);
  if (c.req.header("Origin") !== origin)
    throw forbidden(`Only the console at ${origin} can sign in this way. Open it there.`);
  const message = "Too many sign-ins from your network. Wait a minute, and try again.";
  await requireRate(c.env.GUESS_RATE, `sign-in ${clientNetwork(c)}`, message);
  await next();
});
describe(onlyConsole, { errorStatuses: [403, 429] });

export const signInRoutes = new Hono<AppEnv>()
  .post(
    "/provider",
    onlyConsole,
    body(ProviderRequest, small),
    writesNothing,
    call(signInOperations.getSignInProvider, { 200: SignInProvider }, failures),
    async (c) => c.json(await readProvider(c), 200),
  )
  .post(
    "/token",
    onlyConsole,
    body(CodeExchange, small),
    writesNothing,
    call(signInOperations.exchangeCode, { 200: SignInTokens }, failures),
    async (c) => c.json(await exchangeCode(c, c.req.valid("json")), 200),
  )
  .post(
    "/refresh",
    onlyConsole,
    body(RefreshToken, small),
    writesNothing,
    call(signInOperations.refreshTokens, { 200: SignInTokens }, { errorStatuses: [401, 502] }),
    async (c) => c.json(await refreshTokens(c, c.req.valid("json").refreshToken), 200),
  )
  .post(
    "/revoke",
    onlyConsole,
    body(RefreshToken, small),
    writesNothing,
    call(signInOperations.revokeToken, { 200: z.object({}) }, failures),
    async (c) => {
      await revokeToken(c, c.req.valid("json").refreshToken);
      return c.json({}, 200);
    },
  );
