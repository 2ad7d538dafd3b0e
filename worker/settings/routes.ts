import { type Context, Hono } from "hono";
import { revalidate } from "../cache/revalidation.ts";
import type { AppEnv } from "../env.ts";
import { body, optionalBody } from "../http/body.ts";
import { call } from "../http/call.ts";
import { conflict } from "../http/errors.ts";
import { ifMatch, timeETag } from "../http/if-match.ts";
import { location } from "../http/location.ts";
import { requireProvider, requirePublicServer } from "../notify/mail/require-provider.ts";
import { sendTestMail } from "../notify/mail/test-mail.ts";
import { checkSecretKey } from "../notify/subscribers/turnstile.ts";
import { MiB } from "../shared/domain.ts";
import { requireCounts } from "../sign-in/activate.ts";
import { forgetActiveSignIn, signInSettings } from "../sign-in/active.ts";
import { admin, requireAdministrator } from "../sign-in/admin.ts";
import { makeCandidate } from "../sign-in/candidate.ts";
import { signInOperations } from "../sign-in/operations.ts";
import { SignInCandidate, SignInChoice, SignInSettings } from "../sign-in/schema.ts";
import { encrypt } from "../storage/secret-key.ts";
import { auditRule, unaudited } from "../writes/audit.ts";
import { idempotent } from "../writes/idempotency/idempotent.ts";
import { writeDb, writes, writesWhileRestoring } from "../writes/write.ts";
import { addApiKey, changeAlertPaths, deleteApiKey, readApiKey } from "./change-api-keys.ts";
import { changeSettings } from "./change-settings.ts";
import { addLogo, deleteLogo } from "./logos.ts";
import { settingsOperations } from "./operations.ts";
import { settingsResponse } from "./responses.ts";
import { ApiKey, ApiKeyChange, Logo, NewApiKey, NewLogo, Settings, SettingsChange } from "./schema.ts";
import { readSettingsAndKeys } from "./store.ts";

async function current(c: Context<AppEnv>) {
  return settingsResponse(c.env, await readSettingsAndKeys(c.var.db));
}

function keyID(c: Context<AppEnv>): string {
  return c.req.param("keyID") ?? "";
}

export const settingsRoutes = new Hono<AppEnv>()
  .get("/", admin, revalidate, timeETag, call(settingsOperations.getSettings, { 200: Settings }), async (c) =>
    c.json(await current(c), 200),
  )
  .patch(
    "/",
    admin,
    body(SettingsChange),
    writes(auditRule("settings", "changed"), "public"),
    timeETag,
    idempotent({ status: 200, read: current, showsItem: true }),
    ifMatch(current),
    call(settingsOperations.updateSettings, { 200: Settings }, { errorStatuses: [502] }),
    async (c) => {
      const newSettings = await changeSettings(writeDb(c), c.req.valid("json"), c.var.unchangedSince, {
        requireProvider: (mailProvider) => requireProvider(c.env, mailProvider),
        requireServer: (host) => requirePublicServer(c.env, host),
        tryMail: (settings) => sendTestMail(c.env, settings, settings.sourceEmailAddress),
        async encryptSecretKey(secretKey) {
          await checkSecretKey(c.env, secretKey);
          return encrypt(c.env, "turnstile-secret", secretKey);
        },
        encryptMailKey: (mailKey) => encrypt(c.env, "mail-key", mailKey),
        encryptWebhookSecret: (secret) => encrypt(c.env, "mail-webhook-secret", secret),
      });
      if (!newSettings) throw conflict(await current(c));
      return c.json(await settingsResponse(c.env, newSettings), 200);
    },
  )
  .get(
    "/sign-in",
    admin,
    revalidate,
    call(signInOperations.getSignInSettings, { 200: SignInSettings }),
    async (c) => c.json(await signInSettings(c.env), 200),
  )
  .post(
    "/sign-in/candidates",
    admin,
    body(SignInChoice),
    writesWhileRestoring(unaudited),
    call(signInOperations.trySignIn, { 200: SignInCandidate }, { errorStatuses: [409] }),
    async (c) => {
      requireCounts(c.env, c.req.valid("json"));
      const { actor = "", actorName = "" } = c.var;
      const maker = { setupKeyHash: "", madeBy: { actor, actorName } };
      const candidate = await makeCandidate(c.env, c.req.valid("json"), maker);
      // Whoever the last change has shut out must not undo it, and another isolate may just have made that change.
      forgetActiveSignIn();
      await requireAdministrator(c);
      return c.json(candidate, 200);
    },
  )
  .post(
    "/apikeys",
    admin,
    optionalBody(NewApiKey),
    writesWhileRestoring(auditRule("apiKey", "created"), "console"),
    location("id"),
    idempotent({ status: 201, read: (c, id) => readApiKey(c.env, c.var.db, id), hasSecret: true }),
    call(settingsOperations.createApiKey, { 201: ApiKey }, { errorStatuses: [409] }),
    async (c) => c.json(await addApiKey(c.env, writeDb(c), c.req.valid("json")), 201),
  )
  .patch(
    "/apikeys/:keyID",
    admin,
    // The name of a field in a path can begin or end with a space.
    body(ApiKeyChange, { keepsWhitespace: true }),
    writesWhileRestoring(auditRule("apiKey", "changed"), "console"),
    idempotent({ status: 200, read: (c) => readApiKey(c.env, c.var.db, keyID(c)), hasSecret: true }),
    call(settingsOperations.updateApiKey, { 200: ApiKey }, { errorStatuses: [404] }),
    async (c) => {
      await changeAlertPaths(writeDb(c), keyID(c), c.req.valid("json").alertPaths);
      return c.json(await readApiKey(c.env, c.var.db, keyID(c)), 200);
    },
  )
  .delete(
    "/apikeys/:keyID",
    admin,
    writesWhileRestoring(auditRule("apiKey", "deleted"), "console"),
    idempotent({ status: 204 }),
    call(settingsOperations.deleteApiKey, { 204: null }),
    async (c) => {
      await deleteApiKey(writeDb(c), c.req.param("keyID"));
      return c.body(null, 204);
    },
  )
  .post(
    "/logos",
    admin,
    // The body has two images of at most 2 MiB, and Base64 makes each a third longer.
    body(NewLogo, { maxBytes: 6 * MiB }),
    writes(auditRule("settings", "changed"), "public"),
    location("id", "/logos"),
    idempotent({ status: 201, read: async (_, id) => ({ id }) }),
    call(settingsOperations.uploadLogo, { 201: Logo }),
    async (c) => {
      const logo = await addLogo(c.env, writeDb(c), c.req.valid("json"));
      return c.json(logo, 201);
    },
  )
  .delete(
    "/logos/:logoID",
    admin,
    writes(auditRule("settings", "changed"), "public"),
    idempotent({ status: 204 }),
    call(settingsOperations.deleteLogo, { 204: null }),
    async (c) => {
      await deleteLogo(c.env, writeDb(c), c.req.param("logoID"));
      return c.body(null, 204);
    },
  );
