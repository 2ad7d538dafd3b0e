import {
  AuthenticationDetails,
  CognitoUser,
  type CognitoUserSession,
  type IAuthenticationCallback,
} from "amazon-cognito-identity-js";
import { runtimeSettings } from "../runtime-settings.ts";
import { isUnknownDevice, orWithoutDevice } from "./device.ts";
import { userPool } from "./user-pool.ts";

/** The second factors that this console can ask for, by the user pool's names for them. */
const factors = ["SMS_MFA", "SOFTWARE_TOKEN_MFA"] as const;
export type Factor = (typeof factors)[number];

/** What the user pool wants next. */
export type SignInStep =
  | { step: "signedIn" }
  | { step: "newPassword"; user: CognitoUser; required: string[] }
  | { step: "chooseFactor"; user: CognitoUser; choices: Factor[] }
  | { step: "code"; user: CognitoUser; factor: Factor; sentTo?: string }
  | { step: "setUpApp"; user: CognitoUser; secret: string };

export function signIn(email: string, password: string): Promise<SignInStep> {
  const user = new CognitoUser({ Username: email, Pool: userPool() });
  const { authenticationFlow } = runtimeSettings();
  if (authenticationFlow) user.setAuthenticationFlowType(authenticationFlow);
  const details = new AuthenticationDetails({ Username: email, Password: password });
  return nextStep(user, (answers) => user.authenticateUser(details, answers));
}

/** For an invited user with a temporary password. */
export function setNewPassword(
  user: CognitoUser,
  password: string,
  attributes: Record<string, string>,
): Promise<SignInStep> {
  return nextStep(user, (answers) => user.completeNewPasswordChallenge(password, attributes, answers));
}

export function chooseFactor(user: CognitoUser, factor: Factor): Promise<SignInStep> {
  return nextStep(user, (answers) => user.sendMFASelectionAnswer(factor, answers));
}

export function sendCode(user: CognitoUser, factor: Factor, code: string): Promise<SignInStep> {
  return nextStep(user, (answers) => user.sendMFACode(digits(code), answers, factor));
}

/** The first code of an authenticator app, for a user who may not sign in without one. */
export function finishSetUp(user: CognitoUser, code: string): Promise<SignInStep> {
  return nextStep(user, (answers) => user.verifySoftwareToken(digits(code), "", answers));
}

/** Apps show a code in two groups. */
export function digits(code: string): string {
  return code.replaceAll(/\s/g, "");
}

type Answers = Required<IAuthenticationCallback>;

/** Every callback is given, because the library calls them without checking. */
function nextStep(user: CognitoUser, call: (answers: Answers) => void): Promise<SignInStep> {
  const attempt = () =>
    new Promise<SignInStep>((resolve, reject) =>
      call({
        onSuccess: (_session: CognitoUserSession) => resolve({ step: "signedIn" }),
        // The library throws a TypeError for a challenge that it does not know.
        onFailure: (error) => reject(error instanceof TypeError ? unanswerable(error) : error),
        newPasswordRequired: (_, required: string[] = []) => resolve({ step: "newPassword", user, required }),
        mfaRequired: (factor, parameters) => resolve(code(factor, parameters)),
        totpRequired: (factor, parameters) => resolve(code(factor, parameters)),
        selectMFAType(_, parameters) {
          const choices = listed(parameters?.MFAS_CAN_CHOOSE);
          if (choices.length > 0) resolve({ step: "chooseFactor", user, choices });
          else reject(unanswerable());
        },
        mfaSetup(_, parameters) {
          const possible = parameters?.MFAS_CAN_SETUP;
          if (possible && !listed(possible).includes("SOFTWARE_TOKEN_MFA")) reject(unanswerable());
          else resolve(startSetUp(user).then((secret) => ({ step: "setUpApp", user, secret })));
        },
        customChallenge: () => reject(unanswerable()),
      }),
    );

  const code = (factor: string, parameters?: Record<string, string>): SignInStep => ({
    step: "code",
    user,
    factor: factor === "SOFTWARE_TOKEN_MFA" ? factor : "SMS_MFA",
    ...(parameters?.CODE_DELIVERY_DESTINATION && { sentTo: parameters.CODE_DELIVERY_DESTINATION }),
  });

  return orWithoutDevice(user, attempt).catch((error) => {
    throw isUnknownDevice(error) ? unanswerable(error) : error;
  });
}

/** @returns the secret that the user's app and the pool share from now on */
export function startSetUp(user: CognitoUser): Promise<string> {
  return new Promise((resolve, reject) => {
    user.associateSoftwareToken({ associateSecretCode: resolve, onFailure: reject });
  });
}

/** @param json the pool sends lists as text */
function listed(json: string | undefined): Factor[] {
  const names: unknown = JSON.parse(json ?? "[]");
  return factors.filter((factor) => Array.isArray(names) && names.includes(factor));
}

function unanswerable(cause?: Error): Error {
  return new Error("This console doesn't support the way your account signs in. Contact your admin.", {
    cause,
  });
}
