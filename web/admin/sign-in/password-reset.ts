import { CognitoUser } from "amazon-cognito-identity-js";
import { digits } from "./steps.ts";
import { userPool } from "./user-pool.ts";

/** @returns where it went, as far as the user pool tells: `a***@e***.com` */
export async function sendVerificationCode(email: string): Promise<string | undefined> {
  const user = new CognitoUser({ Username: email, Pool: userPool() });
  return new Promise((resolve, reject) => {
    user.forgotPassword({
      onSuccess: ({ CodeDeliveryDetails }) => resolve(CodeDeliveryDetails?.Destination),
      onFailure: reject,
    });
  });
}

export async function resetPassword(email: string, code: string, password: string): Promise<void> {
  const user = new CognitoUser({ Username: email, Pool: userPool() });
  return new Promise((resolve, reject) => {
    user.confirmPassword(digits(code), password, { onSuccess: () => resolve(), onFailure: reject });
  });
}
