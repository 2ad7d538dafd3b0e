import { randomUUID } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Stack } from "../../../tools/start/stack.ts";
import { addToGroup, createUser, startUserPool } from "../../../tools/start/user-pool.ts";

/** The part that is used here of cognito-local's file for a pool. */
interface PoolFile {
  Users: Record<string, { Attributes: { Name: string; Value: string }[]; MFAOptions?: object[] }>;
}

type Pool = Pick<Stack, "pool">;

export function addAdministrator(stack: Pool): Promise<{ email: string; password: string }> {
  return addUser(stack, "permanent");
}

/** Adds an administrator who has to choose a password at the first sign-in. */
export function inviteAdministrator(stack: Pool): Promise<{ email: string; password: string }> {
  return addUser(stack, "temporary");
}

async function addUser({ pool }: Pool, passwordType: "permanent" | "temporary") {
  const user = { email: `${randomUUID().slice(0, 8)}@example.com`, password: `Password-${randomUUID()}` };
  await createUser(pool.endpoint, pool.poolID, user, passwordType);
  await addToGroup(pool.endpoint, pool.poolID, user);
  return user;
}

/** Makes sign-in send the user a code by text message. Edits the pool's file, because cognito-local has no operation for it. */
export async function enableTextMessages(
  { stateDir, userPoolPort }: { stateDir: string; userPoolPort: number },
  email: string,
  phone: string,
): Promise<void> {
  const folder = join(stateDir, "user-pool");
  const pool = await startUserPool({ folder, port: userPoolPort });
  await pool.stop();
  const file = join(folder, ".cognito/db", `${pool.poolID}.json`);
  const content: PoolFile = JSON.parse(await readFile(file, "utf8"));
  for (const user of Object.values(content.Users)) {
    if (!user.Attributes.some(({ Name, Value }) => Name === "email" && Value === email)) continue;
    user.Attributes.push({ Name: "phone_number", Value: phone });
    user.MFAOptions = [{ DeliveryMedium: "SMS", AttributeName: "phone_number" }];
  }
  await writeFile(file, JSON.stringify(content));
}

/** Reads the last code that was sent to `destination` from cognito-local's log. */
export async function lastSentCode({ stateDir }: Stack, destination: string): Promise<string> {
  const log = await readFile(join(stateDir, "user-pool/log.txt"), "utf8");
  const codes = log.split("Confirmation Code Delivery").filter((message) => message.includes(destination));
  const code = codes.at(-1)?.match(/Code:\s+(\d+)/)?.[1];
  if (!code) throw new Error(`No code was sent to ${destination}.`);
  return code;
}
