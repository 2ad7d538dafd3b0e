import { Refusal } from "../http/errors.ts";
import type { SettingsChange } from "./schema.ts";
import type { StoredSettings } from "./store.ts";

/**
 * A secret key belongs to its site key, so both are set or neither. @throws Refusal 400 for one without the other
 */
export async function turnstileColumns(
  { siteKey, secretKey = "" }: NonNullable<SettingsChange["turnstile"]>,
  before: StoredSettings,
  encrypt: (secretKey: string) => Promise<string>,
): Promise<Partial<StoredSettings>> {
  const site = siteKey ?? before.turnstileSiteKey;
  if (secretKey !== "") {
    if (site === "") throw required("siteKey", "Turnstile Site Key is required with a secret key.");
    return { turnstileSiteKey: site, turnstileSecret: await encrypt(secretKey) };
  }
  if (site === "") return { turnstileSiteKey: "", turnstileSecret: "" };
  if (site !== before.turnstileSiteKey)
    throw required(
      "secretKey",
      "Turnstile Secret Key is required: enter the one that belongs to this site key.",
    );
  return {};
}

function required(field: "siteKey" | "secretKey", message: string): Refusal {
  return new Refusal(400, message, { errors: [{ path: `turnstile.${field}`, message }] });
}
