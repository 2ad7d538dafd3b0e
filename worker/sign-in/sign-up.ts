import { KiB, readAtMost } from "../http/read-body.ts";
import { type UserPoolVars, userPoolEndpoint } from "./user-pool.ts";

/** Whether strangers can make themselves users of the pool; `unknown` where it did not say. */
export type SignUp = "refused" | "open" | "unknown";

export const SIGN_UP_TIMEOUT_MS = 3_000;
/** The pool answers with a sentence. */
const MAX_BYTES = 64 * KiB;

/**
 * Breaks several rules that every pool has, so that no pool can make a user of it: custom attributes have names of at
 * most 20 characters, and this one is in no schema; the address is none. Each value is well-formed for the API itself,
 * which would otherwise refuse the request before it looks at the pool.
 */
const impossibleUser = {
  Username: "daymark-sign-up-check",
  Password: "daymark",
  UserAttributes: [
    { Name: "custom:daymark-no-such-attribute", Value: "x" },
    { Name: "email", Value: "not-an-address" },
  ],
};

/** What a pool answers once it has begun to make a user, rather than to refuse sign-up as such. */
const begun =
  /^(InvalidPasswordException|InvalidParameterException|UsernameExistsException|UserLambdaValidationException|UnexpectedLambdaException|InvalidLambdaResponseException|CodeDeliveryFailureException)$/;

/**
 * Asks the pool, as any stranger can.
 * @see https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_SignUp.html
 */
export async function askSignUp(vars: UserPoolVars): Promise<SignUp> {
  try {
    const response = await fetch(`${userPoolEndpoint(vars)}/`, {
      method: "POST",
      headers: {
        "Content-Type": "application/x-amz-json-1.1",
        "X-Amz-Target": "AWSCognitoIdentityProviderService.SignUp",
      },
      body: JSON.stringify({ ClientId: vars.USER_POOL_CLIENT_ID, ...impossibleUser }),
      signal: AbortSignal.timeout(SIGN_UP_TIMEOUT_MS),
    });
    const body = await readAtMost(response, MAX_BYTES);
    if (!body) return "unknown";
    return meaning(response.status, JSON.parse(new TextDecoder().decode(body)));
  } catch {
    return "unknown";
  }
}

function meaning(status: number, answer: unknown): SignUp {
  if (status === 200) return "open";
  const { __type = "", message = "" }: { __type?: unknown; message?: unknown } = Object(answer);
  const type = String(__type).replace(/^.*#/, "");
  const words = String(message);
  if (type === "NotAuthorizedException") {
    if (/SignUp is not permitted/i.test(words)) return "refused";
    return /unauthorized attribute/i.test(words) ? "open" : "unknown";
  }
  // The API's own check of the request, before it has looked at the pool.
  if (/validation errors? detected/i.test(words)) return "unknown";
  return begun.test(type) ? "open" : "unknown";
}
