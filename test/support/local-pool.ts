import { randomUUID } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Stack } from "../../tools/start/stack.ts";
import { addToGroup, createUser, startUserPool } from "../../tools/start/user-pool.ts";

/** Of the file in which cognito-local keeps a pool. */
interface PoolFile {
  Users: Record<string, { Attributes: { Name: string; Value: string }[]; MFAOptions?: object[] }>;
}

/** An administrator of the test's own. */
export async function addUser({ pool }: Stack): Promise<{ email: string; password: string }> {
  const user = { email: `${randomUUID().slice(0, 8)}@example.com`, password: `Password-${randomUUID()}` };
  await createUser(pool.endpoint, pool.poolID, user);
  await addToGroup(pool.endpoint, pool.poolID, user);
  return user;
}

/** Has text messages with codes sent to a user from now on, for which cognito-local has no operation. */
export async function sendTextMessages(
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

/** The last code that was sent to `destination`: cognito-local writes them into its log. */
export async function lastCode({ stateDir }: Stack, destination: string): Promise<string> {
  const log = await readFile(join(stateDir, "user-pool/log.txt"), "utf8");
  const codes = log.split("Confirmation Code Delivery").filter((message) => message.includes(destination));
  const code = codes.at(-1)?.match(/Code:\s+(\d+)/)?.[1];
  if (!code) throw new Error(`No code went to ${destination}.`);
  return code;
}
