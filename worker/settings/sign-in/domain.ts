/** How administrators sign in, as Settings → Sign-in has it. Secrets are stored beside it. */
export type StoredSignIn =
  | { kind: "variables" }
  | { kind: "pool"; userPoolID: string; clientID: string; group: string }
  | { kind: "provider"; issuer: string; clientID: string; adminClaim: string; admins: string }
  | { kind: "access"; teamDomain: string; audience: string };

/** The variables of the deployment decide. */
export const signInByVariables: StoredSignIn = { kind: "variables" };

const fields: Record<StoredSignIn["kind"], readonly string[]> = {
  variables: [],
  pool: ["userPoolID", "clientID", "group"],
  provider: ["issuer", "clientID", "adminClaim", "admins"],
  access: ["teamDomain", "audience"],
};

export function isStoredSignIn(value: unknown): value is StoredSignIn {
  const { kind, ...others }: Record<string, unknown> = Object(value);
  const [, names] = Object.entries(fields).find(([known]) => known === kind) ?? [];
  return names?.every((name) => typeof others[name] === "string") ?? false;
}
