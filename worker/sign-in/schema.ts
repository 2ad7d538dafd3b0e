import * as z from "zod";
import { text } from "../http/schema.ts";
import { MAX_URL_CHARACTERS } from "../shared/domain.ts";

const MAX_TOKEN_CHARACTERS = 8192;
const refreshToken = text("refreshToken", { min: 1, max: MAX_TOKEN_CHARACTERS });

const issuer = text("issuer", { min: 1, max: MAX_URL_CHARACTERS }).describe(
  "The provider with which the sign-in began. Another one gets nothing.",
);

export const CodeExchange = z
  .object({
    issuer,
    code: text("code", { min: 1, max: 4096 }),
    /** RFC 7636, 4.1. */
    codeVerifier: text("codeVerifier", { min: 43, max: 128 }),
    nonce: text("nonce", { min: 16, max: 200 }),
  })
  .meta({ id: "CodeExchange" });
export type CodeExchange = z.output<typeof CodeExchange>;

export const RefreshToken = z.object({ issuer, refreshToken }).meta({ id: "RefreshToken" });
export type RefreshToken = z.output<typeof RefreshToken>;

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

/** It is sealed JSON of the longest choice, with its base64. */
const MAX_CANDIDATE_CHARACTERS = 12_000;

const Variables = z.object({ kind: z.literal("variables") });
const Pool = z.object({
  kind: z.literal("pool"),
  userPoolID: text("User pool ID", { min: 1, max: 100 }).regex(
    /^[a-z]+(-[a-z]+)+-\d+_\w+$/,
    "User pool ID must look like eu-west-1_AbC123.",
  ),
  clientID: text("Client ID", { min: 1, max: 400 }),
  group: text("Group", { max: 128 }).describe(
    "The group of the pool whose members are administrators. Empty: every user of the pool is, if it refuses sign-up.",
  ),
});
const Provider = z.object({
  kind: z.literal("provider"),
  issuer: text("Issuer", { min: 1, max: MAX_URL_CHARACTERS }),
  clientID: text("Client ID", { min: 1, max: 400 }),
  adminClaim: text("Claim", { min: 1, max: 100 }).describe(
    "The claim of ID tokens that says who is an administrator, such as `groups` or `email`.",
  ),
  admins: text("Administrators", { min: 1, max: 1500 }).describe(
    "The values of the claim that make someone an administrator, separated by commas.",
  ),
});
const Access = z.object({
  kind: z.literal("access"),
  teamDomain: text("Team domain", { min: 1, max: MAX_URL_CHARACTERS }),
  audience: text("Application audience", { min: 1, max: 200 }),
});

export const SignInChoice = z
  .discriminatedUnion(
    "kind",
    [
      Variables,
      Pool,
      Provider.extend({
        clientSecret: text("Client secret", { max: 400 })
          .optional()
          .describe(
            "Empty for a client without a secret. Left out, the stored secret stays, if the issuer and the client do.",
          ),
      }),
      Access,
    ],
    { error: "kind must be one of: variables, pool, provider, access." },
  )
  .meta({ id: "SignInChoice" });
export type SignInChoice = z.output<typeof SignInChoice>;

export const SignInSettings = z
  .object({
    signIn: z
      .discriminatedUnion("kind", [
        Variables,
        Pool,
        Provider,
        Access,
        z.object({ kind: z.literal("unreadable") }),
      ])
      .describe("`unreadable` if this version can't read what is stored."),
    hasClientSecret: z.boolean(),
    isIgnored: z
      .boolean()
      .describe("Whether the variable `SIGN_IN` makes the deployment's variables decide."),
    hasVariables: z.boolean().describe("Whether the deployment's variables have a way to sign in."),
  })
  .meta({ id: "SignInSettings" });
export type SignInSettings = z.output<typeof SignInSettings>;

const candidate = text("candidate", { min: 1, max: MAX_CANDIDATE_CHARACTERS });

export const SignInCandidate = z
  .object({
    candidate: z
      .string()
      .describe("Sealed by the Worker. Send it with the proof of a sign-in within half an hour."),
    method: z
      .discriminatedUnion("kind", [
        z.object({ kind: z.literal("provider"), clientID: z.string(), provider: SignInProvider }),
        z.object({ kind: z.literal("pool"), clientID: z.string(), userPoolID: z.string() }),
        z.object({ kind: z.literal("access") }),
      ])
      .describe("How to sign in with it."),
  })
  .meta({ id: "SignInCandidate" });
export type SignInCandidate = z.output<typeof SignInCandidate>;

export const SignInProof = z
  .object({
    candidate,
    exchange: CodeExchange.optional().describe("For a provider."),
    idToken: text("idToken", { min: 1, max: 8192 })
      .optional()
      .describe("For a user pool and Cloudflare Access."),
  })
  .meta({ id: "SignInProof" });
export type SignInProof = z.output<typeof SignInProof>;

export const PublicSignIn = z
  .discriminatedUnion("kind", [
    z.object({ kind: z.literal("variables") }),
    z.object({ kind: z.literal("none") }),
    z.object({ kind: z.literal("pool"), userPoolID: z.string(), clientID: z.string() }),
    z.object({ kind: z.literal("provider"), issuer: z.string(), clientID: z.string() }),
    z.object({ kind: z.literal("access"), audience: z.string() }),
  ])
  .meta({ id: "PublicSignIn" });
export type PublicSignIn = z.output<typeof PublicSignIn>;

const key = text("Setup key", { min: 1, max: 200 });

export const SetupKey = z.object({ key }).meta({ id: "SetupKey" });
export const SetupChoice = z.object({ key, signIn: SignInChoice }).meta({ id: "SetupChoice" });
