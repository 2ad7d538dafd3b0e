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
import { auditRule, unaudited } from "../writes/audit.ts";
import { writeDb, writesFromAnySite } from "../writes/write.ts";
import { activateSignIn, requireCounts } from "./activate.ts";
import { withActiveSignIn } from "./active.ts";
import { makeCandidate } from "./candidate.ts";
import { exchangeCode, readProvider, refreshTokens, revokeToken } from "./confidential-client.ts";
import { signInOperations } from "./operations.ts";
import {
  CodeExchange,
  ProviderRequest,
  RefreshToken,
  SetupChoice,
  SetupKey,
  SignInCandidate,
  SignInProof,
  SignInProvider,
  SignInTokens,
} from "./schema.ts";
import { requireSetupKey } from "./setup-key.ts";

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
    "/setup",
    onlyConsole,
    body(SetupKey, small),
    writesNothing,
    call(signInOperations.checkSetupKey, { 200: z.object({}) }, { errorStatuses: [409, 410] }),
    async (c) => {
      await requireSetupKey(c.env, c.req.valid("json").key);
      return c.json({}, 200);
    },
  )
  .post(
    "/setup/candidates",
    onlyConsole,
    body(SetupChoice, small),
    writesNothing,
    call(signInOperations.trySetup, { 200: SignInCandidate }, { errorStatuses: [409, 410] }),
    async (c) => {
      const { key, signIn } = c.req.valid("json");
      requireCounts(c.env, signIn);
      const setupKeyHash = await requireSetupKey(c.env, key);
      return c.json(await makeCandidate(c.env, signIn, { setupKeyHash }), 200);
    },
  )
  .post(
    "/activate",
    onlyConsole,
    body(SignInProof, small),
    writesFromAnySite(auditRule("settings", "changed"), "public"),
    call(signInOperations.activateSignIn, { 200: SignInTokens }, { errorStatuses: [401, 409, 410, 502] }),
    async (c) => c.json(await activateSignIn(c, writeDb(c), c.req.valid("json")), 200),
  )
  .post(
    "/provider",
    onlyConsole,
    body(ProviderRequest, small),
    writesNothing,
    call(signInOperations.getSignInProvider, { 200: SignInProvider }, failures),
    async (c) => c.json(await withActiveSignIn(c, readProvider), 200),
  )
  .post(
    "/token",
    onlyConsole,
    body(CodeExchange, small),
    writesNothing,
    call(signInOperations.exchangeCode, { 200: SignInTokens }, failures),
    async (c) => c.json(await withActiveSignIn(c, (vars) => exchangeCode(c, vars, c.req.valid("json"))), 200),
  )
  .post(
    "/refresh",
    onlyConsole,
    body(RefreshToken, small),
    writesNothing,
    call(signInOperations.refreshTokens, { 200: SignInTokens }, { errorStatuses: [401, 502] }),
    async (c) =>
      c.json(await withActiveSignIn(c, (vars) => refreshTokens(c, vars, c.req.valid("json"))), 200),
  )
  .post(
    "/revoke",
    onlyConsole,
    body(RefreshToken, small),
    writesNothing,
    call(signInOperations.revokeToken, { 200: z.object({}) }, failures),
    async (c) => {
      await withActiveSignIn(c, (vars) => revokeToken(vars, c.req.valid("json")));
      return c.json({}, 200);
    },
  );
