import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { isListOf } from "../storage/domain.ts";
import { jsonText } from "../storage/table.ts";
import { DEFAULT_AUDIT_DAYS } from "../writes/audit/domain.ts";
import {
  DEFAULT_NIGHTLY_EXPORTS_KEPT,
  DEFAULT_SMTP_PORT,
  DEFAULT_UPDATE_REMINDER_MINUTES,
  isStoredSignIn,
  type StoredSignIn,
  signInByVariables,
  unreadableSignIn,
} from "./domain.ts";
import type { MailProviderID, SmtpPort } from "./mail/domain.ts";
import { isPageLink, type PageFont, type PageLink, type PageTint, type PageWidth } from "./theme/domain.ts";

/** One row. Without it, all settings have their defaults. */
export const settings = sqliteTable("settings", {
  id: integer("id").primaryKey(),
  serviceName: text("service_name").notNull().default(""),
  backgroundColor: text("background_color").notNull().default("#FFFFFF"),
  logoID: text("logo_id").notNull().default(""),
  emailEnabled: integer("email_enabled", { mode: "boolean" }).notNull().default(false),
  endpointsEnabled: integer("endpoints_enabled", { mode: "boolean" }).notNull().default(false),
  sourceRegion: text("source_region").notNull().default("us-west-2"),
  sourceEmailAddress: text("source_email_address").notNull().default(""),
  privacyNoticeURL: text("privacy_notice_url").notNull().default(""),
  turnstileSiteKey: text("turnstile_site_key").notNull().default(""),
  /** Encrypted by secret-key.ts, and set whenever the site key is. */
  turnstileSecret: text("turnstile_secret").notNull().default(""),
  /** 0 if it is turned off. */
  updateReminderMinutes: integer("update_reminder_minutes")
    .notNull()
    .default(DEFAULT_UPDATE_REMINDER_MINUTES),
  updatedAt: text("updated_at").notNull().default(""),
  /** Markdown. */
  note: text("note").notNull().default(""),
  headerLinks: jsonText<PageLink[]>("header_links", isListOf(isPageLink), []).notNull().default([]),
  footerLinks: jsonText<PageLink[]>("footer_links", isListOf(isPageLink), []).notNull().default([]),
  /** `#RRGGBB`. Empty if the theme decides. */
  accentColor: text("accent_color").notNull().default(""),
  /** `#RRGGBB`. Empty if it is the background color. */
  headerColor: text("header_color").notNull().default(""),
  pageTint: text("page_tint").$type<PageTint>().notNull().default("none"),
  pageWidth: text("page_width").$type<PageWidth>().notNull().default("normal"),
  font: text("font").$type<PageFont>().notNull().default("system"),
  darkLogoID: text("dark_logo_id").notNull().default(""),
  faviconID: text("favicon_id").notNull().default(""),
  /** 0 if they are turned off. */
  nightlyExportsKept: integer("nightly_exports_kept").notNull().default(DEFAULT_NIGHTLY_EXPORTS_KEPT),
  auditDays: integer("audit_days").notNull().default(DEFAULT_AUDIT_DAYS),
  mailProvider: text("mail_provider").$type<MailProviderID>().notNull().default("ses"),
  /** It is encrypted, and empty for a service without a key. */
  mailKey: text("mail_key").notNull().default(""),
  /** It is encrypted, and belongs to the email service. */
  mailWebhookSecret: text("mail_webhook_secret").notNull().default(""),
  smtpHost: text("smtp_host").notNull().default(""),
  smtpPort: integer("smtp_port").$type<SmtpPort>().notNull().default(DEFAULT_SMTP_PORT),
  smtpUser: text("smtp_user").notNull().default(""),
  signIn: jsonText<StoredSignIn>("sign_in", isStoredSignIn, unreadableSignIn)
    .notNull()
    .default(signInByVariables),
  /** The secret of the console's client at the provider. It is encrypted, and empty for a public client. */
  signInSecret: text("sign_in_secret").notNull().default(""),
  /** When the sign-in was last changed. Empty if it never was. */
  signInAt: text("sign_in_at").notNull().default(""),
});

export const apiKeys = sqliteTable("api_keys", {
  id: text("id").primaryKey(),
  encryptedValue: text("encrypted_value").notNull(),
  /** The hex SHA-256 of the value. Requests find their key by it. */
  hash: text("hash").notNull().unique(),
  name: text("name").notNull().default("API key"),
  scopes: text("scopes").notNull().default("all"),
  createdDate: text("created_date").notNull(),
  expiresAt: text("expires_at").notNull().default(""),
  /** Accurate to an hour. Empty if the key was never used. */
  lastUsedAt: text("last_used_at").notNull().default(""),
  /** JSON of the paths by which what is sent with the key is read. Null if it is in a documented format. */
  alertPaths: text("alert_paths"),
});
