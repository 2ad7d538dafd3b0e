import type { CognitoUser } from "amazon-cognito-identity-js";

interface Device {
  deviceKey: string | null;
  deviceGroupKey: string | null;
  randomPassword: string | null;
  clearCachedDeviceKeyAndPassword(): void;
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
    const device = user as unknown as Device; // every user has them
    device.clearCachedDeviceKeyAndPassword();
    Object.assign(device, { deviceKey: null, deviceGroupKey: null, randomPassword: null });
    return call();
  }
}

export function isUnknownDevice(error: unknown): boolean {
  return (
    error instanceof Error && error.name === "ResourceNotFoundException" && /device/i.test(error.message)
  );
}
