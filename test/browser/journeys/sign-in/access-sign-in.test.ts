import { request } from "node:http";
import { text } from "node:stream/consumers";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { closeProfiles, newProfile, signIn } from "../../../support/browser/browser-profile.ts";
import { launchChromium } from "../../../support/browser/chromium.ts";
import { startAdminPages } from "../../../support/browser/console.ts";
import { type ProviderConsole, startProviderConsole } from "../../../support/browser/provider-console.ts";
import { accessAudience, type FakeIssuer, startFakeIssuer } from "../../../support/fakes/fake-issuer.ts";
import { type Daymark, startDaymark } from "../../../support/starters/daymark.ts";

// Cloudflare Access in front of the console: it adds a header to each request that reaches the console's Function.

let team: FakeIssuer;
let daymark: Daymark;
let admin: Awaited<ReturnType<typeof startAdminPages>>;
let beside: ProviderConsole;
let browser: Browser;

beforeAll(async () => {
  team = await startFakeIssuer();
  beside = await startProviderConsole({ pool: true }); // builds what both need
  daymark = await startDaymark({
    build: "worker",
    vars: { ACCESS_TEAM_DOMAIN: team.issuer, ACCESS_AUD: accessAudience },
  });
  admin = await startAdminPages({
    API_URL: daymark.url,
    USER_POOL_ID: "",
    USER_POOL_CLIENT_ID: "",
    ACCESS_AUD: accessAudience,
  });
  browser = await launchChromium();
});
afterEach(() => closeProfiles(browser));
afterAll(async () => {
  await browser?.close();
  await Promise.all([admin?.stop(), daymark?.stop(), beside?.stop(), team?.stop()]);
});

async function newPage(): Promise<Page> {
  return (await newProfile(browser)).newPage();
}

async function openBehindAccess(token: string | undefined): Promise<Page> {
  const page = await newPage();
  await page.route(`${admin.url}/**`, async (route) => {
    const headers = await route.request().allHeaders();
    if (new URL(route.request().url()).pathname === "/cdn-cgi/access/logout")
      return route.fulfill({ body: "Access has signed you out." });
    return route.continue({ headers: { ...headers, ...(token && { "cf-access-jwt-assertion": token }) } });
  });
  await page.goto(admin.url);
  return page;
}

test("whom Access lets in is signed in at once, and signs out of Access", async () => {
  const page = await openBehindAccess(await team.accessToken());
  await page.getByText("No components yet", { exact: true }).waitFor();
  await page.getByRole("button", { name: "User menu" }).click();
  await page.getByText("ada@example.com").waitFor();
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain("eyJ");
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByText("Access has signed you out.").waitFor();
});

test("without a token of Access, and with one of another application, nobody is signed in", async () => {
  const page = await openBehindAccess(undefined);
  await page.getByRole("button", { name: "Sign in with Cloudflare Access" }).waitFor();
  await page.close();
  const other = await openBehindAccess(await team.accessToken({ aud: ["another"] }));
  await other.getByText("Your session has ended.").waitFor();
});

/** Uses node:http, because `fetch` can't set Sec-Fetch-Site. */
function requestToken(url: string, site: string | undefined, assertion: string) {
  const headers = { "Cf-Access-Jwt-Assertion": assertion, ...(site && { "Sec-Fetch-Site": site }) };
  return new Promise<{ status: number; headers: Record<string, unknown>; body: string }>(
    (resolve, reject) => {
      request(`${url}/access-token`, { headers }, async (response) =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: await text(response) }),
      )
        .once("error", reject)
        .end();
    },
  );
}

test("only the console's own pages get the token", async () => {
  const assertion = await team.accessToken();
  expect(await requestToken(admin.url, "same-origin", assertion)).toMatchObject({
    status: 200,
    body: JSON.stringify({ token: assertion }),
    headers: { "cache-control": "no-store", "cross-origin-resource-policy": "same-origin" },
  });
  for (const site of ["cross-site", "same-site", "none", undefined]) {
    const { status, headers, body } = await requestToken(admin.url, site, assertion);
    expect([site, status, headers["access-control-allow-origin"]]).toEqual([site, 403, undefined]);
    expect(body).not.toContain(assertion);
  }
  // Without ACCESS_AUD the Function hands out nothing.
  expect((await requestToken(beside.url, "same-origin", assertion)).status).toBe(401);
});

test("beside a user pool, its form comes first, and signs in as ever", async () => {
  const page = await newPage();
  await page.goto(beside.url);
  await page.getByRole("button", { name: `Sign in with ${new URL(beside.issuer).host}` }).waitFor();
  const user = beside.pool?.addUser();
  if (!user) throw new Error("There is no user pool.");
  await signIn(page, user);
  await page.getByRole("heading", { name: "Components" }).waitFor();
  await page.getByText("No components yet", { exact: true }).waitFor();
});
