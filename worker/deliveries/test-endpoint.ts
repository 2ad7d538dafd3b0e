import { HttpError } from "../http/errors.ts";
import { readSettings } from "../settings/store.ts";
import type { Db } from "../storage/db.ts";
import { newID } from "../storage/ids.ts";
import { readService, send } from "./send.ts";
import { selectTarget } from "./store.ts";

export interface TestResult {
  isDelivered: boolean;
  /** The HTTP status. Null if there was no response. */
  status: number | null;
}

/** Sends a test at once, out of turn. It is not in the log. @returns undefined if the subscriber has no endpoint */
export async function testEndpoint(env: Env, db: Db, subscriberID: string): Promise<TestResult | undefined> {
  const { endpointsEnabled } = await readSettings(db);
  if (!endpointsEnabled) throw new HttpError(409, "Webhooks and chat are turned off on this status page.");
  const [target] = await selectTarget(db, subscriberID);
  if (!target) return undefined;
  const service = await readService(env, db);
  const message = { type: "test" } as const;
  const { status } = await send(env, service, { target, id: newID(), message });
  return { isDelivered: status !== null && status >= 200 && status < 300, status };
}
