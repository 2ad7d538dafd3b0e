import type { CognitoUser, CognitoUserSession, IAuthenticationCallback } from "amazon-cognito-identity-js";
import { lazyFile } from "../../ui/load-file.ts";
import { isUnknownDevice, retryWithoutDevice } from "./device.ts";
import { withoutSpaces } from "./digits.ts";

/** The second factors that this console supports, by their names in the user pool. */
const factors = ["SMS_MFA", "SOFTWARE_TOKEN_MFA"] as const;
export type Factor = (typeof factors)[number];

export type SignInStep =
  | { step: "signedIn" }
  | { step: "newPassword"; user: CognitoUser; required: string[] }
  | { step: "chooseFactor"; user: CognitoUser; choices: Factor[] }
  | { step: "code"; user: CognitoUser; factor: Factor; sentTo?: string }
  | { step: "setUpApp"; user: CognitoUser; secret: string };

/** Only this needs the library, which is larger than the sign-in page. Call it early, so that it is there when it is needed. */
export const loadLibrary = lazyFile(() => import("./cognito.ts"));

export async function signIn(email: string, password: string): Promise<SignInStep> {
  const { newUser } = await loadLibrary();
  const { user, details } = newUser(email, password);
  return nextStep(user, (callbacks) => user.authenticateUser(details, callbacks));
}

export function setNewPassword(
  user: CognitoUser,
  password: string,
  attributes: Record<string, string>,
): Promise<SignInStep> {
  return nextStep(user, (callbacks) => user.completeNewPasswordChallenge(password, attributes, callbacks));
}

export function chooseFactor(user: CognitoUser, factor: Factor): Promise<SignInStep> {
  return nextStep(user, (callbacks) => user.sendMFASelectionAnswer(factor, callbacks));
}

export function sendCode(user: CognitoUser, factor: Factor, code: string): Promise<SignInStep> {
  return nextStep(user, (callbacks) => user.sendMFACode(withoutSpaces(code), callbacks, factor));
}

/** The first code of an authenticator app, for a user who may not sign in without one. */
export function finishSetUp(user: CognitoUser, code: string): Promise<SignInStep> {
  return nextStep(user, (callbacks) => user.verifySoftwareToken(withoutSpaces(code), "", callbacks));
}

type Callbacks = Required<IAuthenticationCallback>;

/** The library calls every callback without checking that it exists. */
function nextStep(user: CognitoUser, call: (callbacks: Callbacks) => void): Promise<SignInStep> {
  const attempt = () =>
    new Promise<SignInStep>((resolve, reject) =>
      call({
        onSuccess: (_session: CognitoUserSession) => resolve({ step: "signedIn" }),
        // The library throws a TypeError for a challenge that it does not know.
        onFailure: (error) => reject(error instanceof TypeError ? unsupported(error) : error),
        newPasswordRequired: (_, required: string[] = []) => resolve({ step: "newPassword", user, required }),
        mfaRequired: (factor, parameters) => resolve(code(factor, parameters)),
        totpRequired: (factor, parameters) => resolve(code(factor, parameters)),
        selectMFAType(_, parameters) {
          const choices = factorsIn(parameters?.MFAS_CAN_CHOOSE);
          if (choices.length > 0) resolve({ step: "chooseFactor", user, choices });
          else reject(unsupported());
        },
        mfaSetup(_, parameters) {
          const possible = parameters?.MFAS_CAN_SETUP;
          if (possible && !factorsIn(possible).includes("SOFTWARE_TOKEN_MFA")) reject(unsupported());
          else resolve(startSetUp(user).then((secret) => ({ step: "setUpApp", user, secret })));
        },
        customChallenge: () => reject(unsupported()),
      }),
    );

  const code = (factor: string, parameters?: Record<string, string>): SignInStep => ({
    step: "code",
    user,
    factor: factor === "SOFTWARE_TOKEN_MFA" ? factor : "SMS_MFA",
    ...(parameters?.CODE_DELIVERY_DESTINATION && { sentTo: parameters.CODE_DELIVERY_DESTINATION }),
  });

  return retryWithoutDevice(user, attempt).catch((error) => {
    throw isUnknownDevice(error) ? unsupported(error) : error;
  });
}

/** @returns the secret that the user's app and the pool share from now on */
function startSetUp(user: CognitoUser): Promise<string> {
  return new Promise((resolve, reject) => {
    user.associateSoftwareToken({ associateSecretCode: resolve, onFailure: reject });
  });
}

/** @param json the pool sends lists as text */
function factorsIn(json: string | undefined): Factor[] {
  const names: unknown = JSON.parse(json ?? "[]");
  return factors.filter((factor) => Array.isArray(names) && names.includes(factor));
}

function unsupported(cause?: Error): Error {
  return new Error("This console doesn't support the way your account signs in. Contact your admin.", {
    cause,
  });
}
