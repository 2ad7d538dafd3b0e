import type { CognitoUser } from "amazon-cognito-identity-js";

declare module "amazon-cognito-identity-js" {
  /** The library's types leave these out. */
  interface CognitoUser {
    deviceKey: string | null;
    deviceGroupKey: string | null;
    randomPassword: string | null;
    clearCachedDeviceKeyAndPassword(): void;
  }
}

/** Retries without the remembered device if the user pool no longer knows it. */
export async function retryWithoutDevice<Result>(
  user: CognitoUser,
  call: () => Promise<Result>,
): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    if (!isUnknownDevice(error)) throw error;
    user.clearCachedDeviceKeyAndPassword();
    Object.assign(user, { deviceKey: null, deviceGroupKey: null, randomPassword: null });
    return call();
  }
}

export function isUnknownDevice(error: unknown): boolean {
  return (
    error instanceof Error && error.name === "ResourceNotFoundException" && /device/i.test(error.message)
  );
}
