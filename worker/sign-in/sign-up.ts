import { readAtMost } from "../http/read-body.ts";
import { KiB } from "../shared/domain.ts";
import { type UserPoolVars, userPoolEndpoint } from "./user-pool.ts";

export type SignUp = "refused" | "open" | "unknown";

export const SIGN_UP_TIMEOUT_MS = 3_000;
const MAX_BYTES = 64 * KiB;

/** Breaks rules of every pool (an unknown, too long attribute and an invalid address), so no pool can create the user. */
const impossibleUser = {
  Username: "daymark-sign-up-check",
  Password: "daymark",
  UserAttributes: [
    { Name: "custom:daymark-no-such-attribute", Value: "x" },
    { Name: "email", Value: "not-an-address" },
  ],
};

const signUpErrors =
  /^(InvalidPasswordException|InvalidParameterException|UsernameExistsException|UserLambdaValidationException|UnexpectedLambdaException|InvalidLambdaResponseException|CodeDeliveryFailureException)$/;

/** @see https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_SignUp.html */
export async function fetchSignUp(vars: UserPoolVars): Promise<SignUp> {
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
    return parseResponse(response.status, JSON.parse(new TextDecoder().decode(body)));
  } catch {
    return "unknown";
  }
}

function parseResponse(status: number, body: unknown): SignUp {
  if (status === 200) return "open";
  const { __type = "", message = "" }: { __type?: unknown; message?: unknown } = Object(body);
  const type = String(__type).replace(/^.*#/, "");
  const text = String(message);
  if (type === "NotAuthorizedException") {
    if (/SignUp is not permitted/i.test(text)) return "refused";
    return /unauthorized attribute/i.test(text) ? "open" : "unknown";
  }
  // The API refuses a malformed request before it looks at the pool, which says nothing about the pool.
  if (/validation errors? detected/i.test(text)) return "unknown";
  return signUpErrors.test(type) ? "open" : "unknown";
}
