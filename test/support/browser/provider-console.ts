import type { Page } from "playwright-core";
import { build } from "../../../tools/build/build.ts";
import {
  providerAdministrator,
  providerGroup,
  startIdentityProvider,
} from "../../../tools/start/identity-provider.ts";
import { Miniflare } from "../../../tools/start/miniflare.ts";
import { adminPages, type Vars } from "../../../tools/start/workers.ts";
import { startFakeCognito } from "../fakes/fake-cognito.ts";
import { userPoolClientID, userPoolID } from "../fakes/fake-token-issuer.ts";
import { startDaymark } from "../starters/daymark.ts";
import { freePorts } from "../starters/free-ports.ts";

interface Options {
  pool?: boolean;
  refreshes?: boolean;
  clientSecret?: string;
  workerSecret?: string | undefined;
  isConfigured?: boolean;
  workerVars?: Vars;
}

export type ProviderConsole = Awaited<ReturnType<typeof startProviderConsole>>;

/**
 * Starts the console and its API with a real OpenID Connect provider.
 * @param pool whether there is a user pool beside it
 * @param clientSecret makes the console's client a confidential one
 * @param workerSecret what the Worker has instead of that secret
 * @param isConfigured whether the provider is in the variables of the deployment
 * @param workerVars more variables of the Worker
 */
export async function startProviderConsole({
  pool: hasPool = false,
  refreshes = true,
  clientSecret,
  workerSecret = clientSecret,
  isConfigured = true,
  workerVars = {},
}: Options = {}) {
  await build(["worker", "admin", "admin-functions"]);
  const [port = 0, providerPort = 0] = await freePorts(2);
  const url = `http://localhost:${port}`;
  const isConfidential = clientSecret !== undefined;
  const start = () =>
    startIdentityProvider({
      port: providerPort,
      consoleOrigin: url,
      refreshes,
      ...(isConfidential && { clientSecret }),
    });
  let provider = await start();
  const providerVars: Vars = isConfigured
    ? { OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: provider.clientID }
    : {};
  const daymark = await startDaymark({
    // The settings read the design of the status page, whose address only the test's build knows.
    ...(isConfigured ? { build: "worker" } : { isStatusPage: true }),
    vars: {
      ...providerVars,
      OIDC_ADMINS: providerGroup,
      ADMIN_PAGE_URL: url,
      ...(isConfigured && workerSecret !== undefined && { OIDC_CLIENT_SECRET: workerSecret }),
      ...workerVars,
    },
  });
  const pool = hasPool ? await startFakeCognito(daymark.token) : undefined;
  const vars: Vars = {
    API_URL: daymark.url,
    USER_POOL_ID: "",
    USER_POOL_CLIENT_ID: "",
    ...(pool && {
      USER_POOL_ID: userPoolID,
      USER_POOL_CLIENT_ID: userPoolClientID,
      USER_POOL_ENDPOINT: pool.endpoint,
    }),
    ...providerVars,
    OIDC_CLIENT_TYPE: isConfigured && isConfidential ? "confidential" : "",
  };
  const admin = new Miniflare({ cf: false, workers: [await adminPages(port, vars)] });
  await admin.ready;
  return {
    url,
    daymark,
    pool,
    issuer: provider.issuer,
    clientID: provider.clientID,
    stopProvider: () => provider.stop(),
    async startProvider() {
      provider = await start();
    },
    async stop() {
      await Promise.all([admin.dispose(), pool?.stop(), daymark.stop(), provider.stop()]);
    },
  };
}

/** Signs in on the provider's pages, which take any password. */
export async function signInAtProvider(page: Page, email = providerAdministrator): Promise<void> {
  await page.locator("[name=login]").fill(email);
  await page.locator("[name=password]").fill("any");
  await page.getByRole("button", { name: "Sign-in" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
}

/** Fills the form of a sign-in with a client that has a secret, tries it, and signs in. */
export async function tryProvider(
  page: Page,
  { issuer, clientID, clientSecret }: { issuer: string; clientID: string; clientSecret: string },
): Promise<void> {
  await page.getByLabel("Issuer").fill(issuer);
  await page.getByLabel("Client ID").fill(clientID);
  await page.getByLabel("Client secret").fill(clientSecret);
  await page.getByLabel("Claim").fill("email");
  await page.getByLabel("Administrators").fill(providerAdministrator);
  await page.getByRole("button", { name: "Try it" }).click();
  await signInAtProvider(page);
}
