import * as z from "zod";
import { text } from "../http/schema.ts";

const MAX_TOKEN_CHARACTERS = 8192;
const refreshToken = text("refreshToken", { min: 1, max: MAX_TOKEN_CHARACTERS });

export const CodeExchange = z
  .object({
    code: text("code", { min: 1, max: 4096 }),
    /** RFC 7636, 4.1. */
    codeVerifier: text("codeVerifier", { min: 43, max: 128 }),
    nonce: text("nonce", { min: 16, max: 200 }),
  })
  .meta({ id: "CodeExchange" });
export type CodeExchange = z.output<typeof CodeExchange>;

export const RefreshToken = z.object({ refreshToken }).meta({ id: "RefreshToken" });

export const SignInTokens = z
  .object({
    idToken: z.string(),
    refreshToken: z
      .string()
      .nullable()
      .describe("Null if the provider sent none, so the previous one stays."),
  })
  .meta({ id: "SignInTokens" });
export type SignInTokens = z.output<typeof SignInTokens>;

export const ProviderRequest = z.object({}).meta({ id: "ProviderRequest" });

/** Its fields are spelled as those of the discovery document. */
export const SignInProvider = z
  .object({
    issuer: z.string(),
    authorization_endpoint: z.string(),
    end_session_endpoint: z.string().optional(),
    scopes_supported: z.array(z.string()),
    authorization_response_iss_parameter_supported: z.boolean(),
  })
  .meta({ id: "SignInProvider" });
export type SignInProvider = z.output<typeof SignInProvider>;
