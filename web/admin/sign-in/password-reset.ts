import { runtimeSettings } from "../runtime-settings.ts";
import { callUserPool } from "../session/pool-requests.ts";
import { withoutSpaces } from "./digits.ts";

/** @returns the masked address, such as `a***@e***.com`, if the user pool sends it */
export async function sendVerificationCode(email: string): Promise<string | undefined> {
  const input = { ClientId: runtimeSettings().clientID, Username: email };
  const { CodeDeliveryDetails } = (await callUserPool("ForgotPassword", input)) as ForgotPasswordResponse;
  return CodeDeliveryDetails?.Destination;
}

interface ForgotPasswordResponse {
  CodeDeliveryDetails?: { Destination?: string };
}

export async function resetPassword(email: string, code: string, password: string): Promise<void> {
  await callUserPool("ConfirmForgotPassword", {
    ClientId: runtimeSettings().clientID,
    Username: email,
    ConfirmationCode: withoutSpaces(code),
    Password: password,
  });
}
