import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import PostalMime from "postal-mime";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startIdentityProvider } from "../../../tools/start/identity-provider.ts";
import { closeProfiles, newProfile } from "../../support/browser/browser-profile.ts";
import { launchChromium } from "../../support/browser/chromium.ts";
import { tryProvider } from "../../support/browser/provider-console.ts";
import {
  installRelease,
  type RunningRelease,
  readStoredRows,
  startInstalledRelease,
} from "../../support/deploy/release.ts";
import { smtpPassword, smtpUser, startSmtpServers } from "../../support/fakes/mail/smtp-servers.ts";
import { urlStatus } from "../../support/readers/url-status.ts";
import { freePorts } from "../../support/starters/free-ports.ts";

// A new user's way with a release on one machine, as its README says it, and the upgrade to the next one. The OpenID Connect provider
// and the SMTP server are real, and their client and user have secrets.

const clientSecret = "a-secret-of-the-client/with+signs";
const name = "Acme Cloud";
const reader = "reader@example.com";

let folder: string;
let ports: { page: number; console: number };
let provider: Awaited<ReturnType<typeof startIdentityProvider>>;
let smtp: Awaited<ReturnType<typeof startSmtpServers>>;
let browser: Browser;
let release: RunningRelease | undefined;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "daymark-release-"));
  const [page = 0, admin = 0, providerPort = 0] = await freePorts(3);
  ports = { page, console: admin };
  const consoleOrigin = `http://localhost:${admin}`;
  provider = await startIdentityProvider({
    port: providerPort,
    consoleOrigin,
    clientSecret,
    refreshes: true,
  });
  smtp = await startSmtpServers();
  browser = await launchChromium();
  await installRelease(folder);
  // Only on this machine may the Worker reach what is on it.
  const vars = { SECRET_KEY: "k".repeat(43), ALLOW_PRIVATE_ADDRESSES: "true", ...smtp.vars[465] };
  const lines = Object.entries(vars).map(([variable, value]) => `${variable}="${value}"\n`);
  await writeFile(join(folder, ".dev.vars"), lines.join(""));
  await writeFile(join(folder, "smtp.pem"), smtp.cert);
});
afterAll(async () => {
  await closeProfiles(browser);
  await browser?.close();
  await release?.stop();
  await Promise.all([provider?.stop(), smtp?.stop()]);
  await rm(folder, { recursive: true });
});

const start = async () => {
  release = await startInstalledRelease(folder, ports, { NODE_EXTRA_CA_CERTS: join(folder, "smtp.pem") });
  return release;
};
const newPage = async (): Promise<Page> => (await newProfile(browser)).newPage();

async function signInByLink(link: string): Promise<Page> {
  const page = await newPage();
  await page.goto(link);
  await page.getByRole("button", { name: "Continue" }).click();
  await tryProvider(page, { ...provider, clientSecret });
  await page.getByText("No components yet", { exact: true }).waitFor();
  return page;
}

async function addComponents(page: Page, names: string[]): Promise<void> {
  await page.getByRole("button", { name: "Paste a list" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox").fill(names.join("\n"));
  await dialog.getByRole("button", { name: /^Add/ }).click();
  await dialog.waitFor({ state: "detached" });
}

async function turnOnEmail(page: Page, consoleURL: string): Promise<void> {
  await page.goto(`${consoleURL}/settings`);
  await page.getByLabel("Service name").fill(name);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("link", { name: `${name} Status Admin` }).waitFor();
  await page.getByRole("tab", { name: "Notifications" }).click();
  await page.getByRole("group", { name: "Email Notifications" }).getByLabel("Enable").check();
  await page.getByLabel("Source Email Address").fill("status@example.com");
  await page.getByLabel("Email service", { exact: true }).selectOption("smtp");
  await page.getByLabel("SMTP Server").fill("smtp.example.com");
  await page.getByLabel("SMTP User").fill(smtpUser);
  await page.getByLabel("SMTP Password").fill(smtpPassword);
  const panel = page.getByRole("tabpanel", { name: "Notifications" });
  await panel.getByRole("button", { name: "Save", exact: true }).click();
  await panel.getByText("Nothing to save").waitFor();
}

async function subscribe(pageURL: string): Promise<void> {
  const page = await newPage();
  await page.goto(`${pageURL}/subscribe`);
  await page.getByLabel("Email address").fill(reader);
  await page.getByRole("button", { name: "Subscribe" }).click();
  await page.getByRole("heading", { name: "Check your inbox" }).waitFor();
  const mailToReader = () => smtp.mails.find(({ to }) => to.includes(reader));
  await expect.poll(mailToReader).toBeDefined();
  const { subject, text } = await PostalMime.parse(mailToReader()?.message ?? "");
  expect(subject).toBe(`[${name}] Confirm your subscription`);
  await page.goto(/<(http\S+)>/.exec(text ?? "")?.[1] ?? "");
  await page.getByRole("button", { name: "Confirm" }).click();
  await page.getByRole("heading", { name: "You're subscribed" }).waitFor();
}

/** A refused request must not end the local Worker. */
async function expectRefusal(pageURL: string): Promise<void> {
  const request = { method: "POST", headers: { "x-api-key": "wrong" }, body: "{}" };
  for (let time = 0; time < 3; time++)
    expect((await fetch(`${pageURL}/api/v0/metrics/data`, request)).status).toBe(401);
  expect(await urlStatus(pageURL)).toBe(200);
}

test("one command leads to a page with components and a subscriber by email, and an upgrade keeps every row and session", async () => {
  const first = await start();
  await expectRefusal(first.page);
  const admin = await signInByLink(first.setupLink);
  await addComponents(admin, ["API", "Website", "Payments"]);
  await turnOnEmail(admin, first.console);
  await subscribe(first.page);
  await first.stop();
  const before = readStoredRows(folder);
  expect(before).toMatchObject({ components: { length: 3 }, subscribers: { length: 1 } });

  await installRelease(folder, { "9999_next.sql": "CREATE TABLE next_release (next_id TEXT PRIMARY KEY);" });
  const next = await start();
  // Nobody but those who can sign in already gets in: the new start prints no link, and the first one is dead.
  expect([first.setupLink, next.setupLink]).toEqual([expect.stringContaining("#key="), ""]);
  const stranger = await newPage();
  await stranger.goto(first.setupLink);
  await stranger.getByRole("heading", { name: "This installation is set up" }).waitFor();
  await admin.goto(next.console);
  await admin.getByRole("button", { name: "Edit Payments" }).waitFor();
  const visitor = await newPage();
  await visitor.goto(next.page);
  for (const text of [name, "API", "Website", "Payments"]) await visitor.getByText(text).first().waitFor();
  await next.stop();
  expect(readStoredRows(folder)).toEqual({ ...before, next_release: [] });
});
