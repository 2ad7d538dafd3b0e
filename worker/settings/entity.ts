import * as z from "zod";
import { entityNames } from "../entities/domain.ts";
import { auditedTable, columnsWithout } from "../storage/audited.ts";
import { type Entity, exampleTimes } from "../storage/entity.ts";
import { mailRegions } from "./mail/domain.ts";
import { Settings, SettingsChange } from "./schema.ts";
import { apiKeys, settings as settingsTable } from "./table.ts";

const {
  emailNotification,
  endpointsEnabled: _,
  turnstile: __,
  mailKey: ___,
  mailWebhookSecret: ____,
  smtp,
  ...fields
} = SettingsChange.shape;

const { exampleID: keyID } = entityNames.apiKey;

const logoID = "L2vT9wBz5RkA";

const exampleSettings = {
  serviceName: "Example",
  statusPageURL: "https://status.example.com",
  backgroundColor: "#1A2B3C",
  logoID,
  endpointsEnabled: true,
  privacyNoticeURL: "https://example.com/privacy",
};

const exampleTheme = {
  note: "The data center moves on **February 3**. [Read more](https://example.com/blog/move).",
  headerLinks: [{ name: "Documentation", url: "https://example.com/docs" }],
  footerLinks: [{ name: "Contact", url: "mailto:support@example.com" }],
  accentColor: "#663399",
  headerColor: "#2E1065",
  pageTint: "soft",
  pageWidth: "normal",
  font: "system",
};

const exampleKey = {
  id: keyID,
  value: "0123456789abcdefghijABCDEFGHIJ0123456789",
  createdDate: exampleTimes.began,
  name: "Monitoring",
  scopes: ["metrics"],
  expiresAt: "2027-01-31T00:00:00.000Z",
  lastUsedAt: exampleTimes.later,
  alertPaths: null,
};

const examplePaths = {
  key: "/incident/id",
  title: "/incident/summary",
  state: "/incident/status",
  link: "/incident/url",
  resolved: ["closed"],
};

const pixel =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

export const settings: Entity<"settings"> = {
  tag: {
    name: "Settings",
    description: "Change the page's name, color and logo, its email notifications and its API keys.",
  },
  items: [Settings],
  parameters: {
    logoID: ["The logo's ID.", logoID],
    name: ["The logo's ID, followed by `@2x` for the image at twice the size.", logoID],
  },
  examples: () => ({
    SettingsChange: {
      serviceName: "Example",
      backgroundColor: "#1A2B3C",
      headerLinks: exampleTheme.headerLinks,
    },
    Settings: {
      ...exampleSettings,
      adminPageURL: "https://status-admin.example.com",
      logos: [{ id: logoID }],
      darkLogoID: "",
      faviconID: "",
      emailNotification: {
        enable: true,
        sourceRegion: "eu-west-1",
        sourceEmailAddress: "status@example.com",
      },
      mailProvider: "ses",
      hasMailKey: false,
      hasMailWebhookSecret: false,
      smtp: { host: "", port: 465, user: "" },
      turnstile: { siteKey: "", hasSecretKey: false },
      updateReminderMinutes: 60,
      nightlyExportsKept: 7,
      auditDays: 730,
      ...exampleTheme,
      apiKeys: [exampleKey],
      updatedAt: exampleTimes.began,
    },
    PublicSettings: { ...exampleSettings, emailEnabled: true, dataHost: "https://status.example.com" },
    NewLogo: { data: pixel },
    Logo: { id: logoID },
  }),
  audit: {
    ...auditedTable(settingsTable, null, columnsWithout(settingsTable, "id", "updatedAt", "signInAt")),
    privateFields: [
      "sourceEmailAddress",
      "turnstileSecret",
      "mailKey",
      "mailWebhookSecret",
      "smtpUser",
      "signInSecret",
      // They may be addresses.
      "signIn.admins",
    ],
  },
  archive: {
    settings: {
      table: settingsTable,
      omit: {
        emailEnabled: "A restored installation sends nothing until an administrator turns it on.",
        endpointsEnabled: "A restored installation sends nothing until an administrator turns it on.",
        id: "There is one row.",
        mailKey: "A secret.",
        mailWebhookSecret: "A secret.",
        signIn: "It works only with its secret, and only at the address of its installation.",
        signInAt: "It belongs to the sign-in.",
        signInSecret: "A secret.",
        turnstileSecret: "A secret.",
        turnstileSiteKey: "It works only with its secret.",
      },
      fields: () => ({
        ...fields,
        sourceRegion: z.enum(mailRegions.map(({ id }) => id)),
        // It becomes a header of emails, so line breaks around it don't stay as other texts' do.
        sourceEmailAddress: emailNotification.unwrap().shape.sourceEmailAddress,
        smtpHost: smtp.unwrap().shape.host,
        smtpPort: smtp.unwrap().shape.port,
        smtpUser: smtp.unwrap().shape.user,
      }),
      isPartial: true,
      check: (row) =>
        row.refine((fields) => Object.keys(fields).length > 0, { error: "The settings have no field." }),
    },
  },
};

export const apiKey: Entity<"apiKey"> = {
  items: [],
  parameters: { keyID: ["The API key's ID, not its value.", keyID] },
  examples: () => ({
    NewApiKey: { name: "Monitoring", scopes: ["metrics"], expiresAt: "2027-01-31T00:00:00Z" },
    ApiKeyChange: { alertPaths: examplePaths },
    AlertPaths: examplePaths,
    ApiKey: exampleKey,
  }),
  audit: auditedTable(
    apiKeys,
    apiKeys.id,
    columnsWithout(apiKeys, "id", "value", "encryptedValue", "hash", "createdDate", "lastUsedAt"),
  ),
  archive: {},
};
