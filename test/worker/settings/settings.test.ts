import { afterAll, beforeAll, expect, test } from "vitest";
import type { SettingsChange } from "../../../worker/settings/schema.ts";
import { answer, type Daymark, startDaymark } from "../../support/starters/daymark.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark({
    vars: { STATUS_PAGE_URL: "https://status.example", ADMIN_PAGE_URL: "https://admin.example" },
  });
});
afterAll(() => daymark.stop());

const read = () => answer(daymark.administrator.settings.$get());
const readPublic = () => answer(daymark.visitor["public-settings"].$get());
const change = (json: SettingsChange) => answer(daymark.administrator.settings.$patch({ json }));
/** Sends an invalid change and returns the error. */
const sendInvalid = async (json: object) => {
  const response = await daymark.administrator.settings.$patch({ json: json as SettingsChange });
  expect(response.status).toBe(400);
  return response.json();
};

test("the default settings are those of the specification", async () => {
  const fresh = await startDaymark({
    vars: { STATUS_PAGE_URL: "https://status.example", ADMIN_PAGE_URL: "https://admin.example" },
  });
  expect(await answer(fresh.administrator.settings.$get())).toEqual({
    serviceName: "",
    statusPageURL: "https://status.example",
    adminPageURL: "https://admin.example",
    backgroundColor: "#FFFFFF",
    logoID: "",
    logos: [],
    darkLogoID: "",
    faviconID: "",
    emailNotification: { enable: false, sourceRegion: "us-west-2", sourceEmailAddress: "" },
    mailProvider: "ses",
    hasMailKey: false,
    hasMailWebhookSecret: false,
    smtp: { host: "", port: 465, user: "" },
    endpointsEnabled: false,
    privacyNoticeURL: "",
    turnstile: { siteKey: "", hasSecretKey: false },
    updateReminderMinutes: 60,
    nightlyExportsKept: 7,
    auditDays: 730,
    note: "",
    headerLinks: [],
    footerLinks: [],
    accentColor: "",
    headerColor: "",
    pageTint: "none",
    pageWidth: "normal",
    font: "system",
    apiKeys: [],
    updatedAt: "",
  });
  expect(await answer(fresh.visitor["public-settings"].$get())).toEqual({
    serviceName: "",
    backgroundColor: "#FFFFFF",
    logoID: "",
    emailEnabled: false,
    endpointsEnabled: false,
    privacyNoticeURL: "",
    statusPageURL: "https://status.example",
    dataHost: "https://status.example",
  });
  await fresh.stop();
});

test("a change is merged with the stored settings, and the response has all of them", async () => {
  await change({ serviceName: " Acme ", backgroundColor: "#1a2B3c" });
  const settings = await change({ emailNotification: { sourceEmailAddress: "status@acme.example" } });
  expect(settings).toMatchObject({
    serviceName: "Acme",
    backgroundColor: "#1a2B3c",
    emailNotification: {
      enable: false,
      sourceRegion: "us-west-2",
      sourceEmailAddress: "status@acme.example",
    },
  });
  expect(await change({ emailNotification: { sourceRegion: "eu-west-1" } })).toMatchObject({
    emailNotification: {
      enable: false,
      sourceRegion: "eu-west-1",
      sourceEmailAddress: "status@acme.example",
    },
  });
  expect(await readPublic()).toMatchObject({ serviceName: "Acme", backgroundColor: "#1a2B3c" });
});

test("an empty service name removes the name", async () => {
  await change({ serviceName: "Acme" });
  expect(await change({ serviceName: "" })).toMatchObject({ serviceName: "" });
});

test("email notifications can be enabled only with a source address", async () => {
  await change({ emailNotification: { enable: false, sourceEmailAddress: "" } });
  const message = "Source Email Address is required to enable email notifications.";
  expect(await sendInvalid({ serviceName: "Not stored", emailNotification: { enable: true } })).toEqual({
    errorMessage: message,
    errors: [{ path: "emailNotification.sourceEmailAddress", message }],
  });
  expect((await read()).serviceName).not.toBe("Not stored");
  await change({ emailNotification: { enable: true, sourceEmailAddress: "status@acme.example" } });
  expect(await readPublic()).toMatchObject({ emailEnabled: true });
  expect(await sendInvalid({ emailNotification: { sourceEmailAddress: "" } })).toMatchObject({
    errorMessage: message,
  });
});

test.for([
  [{ backgroundColor: "#12345" }, "backgroundColor", "Background color must be a color such as #1A2B3C."],
  [{ backgroundColor: "#1234567" }, "backgroundColor", "Background color must be a color such as #1A2B3C."],
  [{ backgroundColor: "#12345g" }, "backgroundColor", "Background color must be a color such as #1A2B3C."],
  [{ backgroundColor: 5 }, "backgroundColor", "Background color must be a string."],
  [{ serviceName: null }, "serviceName", "Service name must be a string."],
  [{ emailNotification: null }, "emailNotification", "emailNotification must be an object."],
  [
    { emailNotification: {} },
    "emailNotification",
    "Nothing to change: send at least one of enable, sourceRegion, sourceEmailAddress.",
  ],
  [{ emailNotification: { enable: "yes" } }, "emailNotification.enable", "Enable must be true or false."],
  [
    { emailNotification: { sourceRegion: "eu-central-1" } },
    "emailNotification.sourceRegion",
    "Region must be one of: us-west-2, us-east-1, eu-west-1.",
  ],
  [
    { emailNotification: { sourceEmailAddress: "status" } },
    "emailNotification.sourceEmailAddress",
    "Source Email Address must be an email address.",
  ],
  [
    { emailNotification: { sourceEmailAddress: `${"a".repeat(250)}@a.example` } },
    "emailNotification.sourceEmailAddress",
    "Source Email Address can be 254 characters at most.",
  ],
] as const)("settings with %o get 400 and are not stored", async ([json, path, message]) => {
  const before = await read();
  expect((await sendInvalid(json)) as object).toMatchObject({
    errors: expect.arrayContaining([{ path, message }]),
  });
  expect(await read()).toEqual(before);
});
