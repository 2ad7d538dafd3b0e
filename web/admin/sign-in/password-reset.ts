import { CognitoUser } from "amazon-cognito-identity-js";
import { digitsOf } from "./steps.ts";
import { userPool } from "./user-pool.ts";

/** @returns the masked address, such as `a***@e***.com`, if the user pool sends it */
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
    user.confirmPassword(digitsOf(code), password, { onSuccess: () => resolve(), onFailure: reject });
  });
}
