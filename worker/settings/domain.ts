import { MiB } from "../shared/domain.ts";

/** It begins with TLS. */
export const DEFAULT_SMTP_PORT = 465;

/** The first scope is the default. */
export const apiKeyScopes = [
  { id: "all", name: "Everything" },
  { id: "metrics", name: "Submit metric points" },
  { id: "notices", name: "Components, incidents, maintenances" },
  { id: "propose", name: "Propose incidents, publish nothing" },
  { id: "alerts", name: "Send alerts" },
  { id: "read", name: "Read only" },
  { id: "archive", name: "Export and restore" },
] as const;

export type ApiKeyScope = (typeof apiKeyScopes)[number]["id"];

export const scopesAllowing = {
  /** An archive has the addresses of all subscribers, so `all`, which is the default, does not include it. */
  archive: ["archive"],
  all: ["all"],
  metrics: ["metrics", "all"],
  notices: ["notices", "all"],
  propose: ["propose", "notices", "all"],
  alerts: ["alerts", "all"],
  read: ["read", "notices", "all"],
  "metric list": ["read", "metrics", "notices", "all"],
} as const satisfies Record<string, ApiKeyScope[]>;

export type NeededScope = keyof typeof scopesAllowing;

/** @param expiresAt is empty if the key never expires */
export function isExpired(expiresAt: string): boolean {
  return expiresAt !== "" && Date.parse(expiresAt) <= Date.now();
}

export function allows(scopes: readonly ApiKeyScope[], needed: NeededScope): boolean {
  const allowing: readonly ApiKeyScope[] = scopesAllowing[needed];
  return scopes.some((scope) => allowing.includes(scope));
}

export const MAX_API_KEYS = 100;
export const API_KEY_CHARACTERS = 40;

export const DEFAULT_UPDATE_REMINDER_MINUTES = 60;
export const MAX_UPDATE_REMINDER_MINUTES = 10_000;

/** In nights. 0 turns nightly exports off. */
export const DEFAULT_NIGHTLY_EXPORTS_KEPT = 7;
export const MAX_NIGHTLY_EXPORTS_KEPT = 90;

export const MAX_LOGO_BYTES = 2 * MiB;
export const MAX_LOGO_SIDE_PIXELS = 4096;

/** How administrators sign in, as Settings → Sign-in has it. Secrets are stored beside it. */
export type StoredSignIn =
  | { kind: "variables" }
  | { kind: "pool"; userPoolID: string; clientID: string; group: string }
  | { kind: "provider"; issuer: string; clientID: string; adminClaim: string; admins: string }
  | { kind: "access"; teamDomain: string; audience: string }
  | UnreadableSignIn;

/** It is damaged, or a later version has stored it. Nobody signs in with it. */
interface UnreadableSignIn {
  kind: "unreadable";
}

/** The variables of the deployment decide. */
export const signInByVariables: StoredSignIn = { kind: "variables" };
export const unreadableSignIn: StoredSignIn = { kind: "unreadable" };

const signInFields: Record<Exclude<StoredSignIn, UnreadableSignIn>["kind"], readonly string[]> = {
  variables: [],
  pool: ["userPoolID", "clientID", "group"],
  provider: ["issuer", "clientID", "adminClaim", "admins"],
  access: ["teamDomain", "audience"],
};

export function isStoredSignIn(value: unknown): value is StoredSignIn {
  const { kind, ...others }: Record<string, unknown> = Object(value);
  const [, names] = Object.entries(signInFields).find(([known]) => known === kind) ?? [];
  return names?.every((name) => typeof others[name] === "string") ?? false;
}
