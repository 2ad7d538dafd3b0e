import { stateConflict } from "../../http/errors.ts";
import { readSettings } from "../../settings/store.ts";
import type { Db } from "../../storage/db.ts";
import { newID } from "../../storage/ids.ts";
import { send, toChannelService } from "./send.ts";
import { selectTarget } from "./store.ts";

export interface TestResult {
  isDelivered: boolean;
  status: number | null;
  reason: string;
}

/** Sends a test at once, out of turn. It is not in the log. @returns undefined if the subscriber has no endpoint */
export async function testEndpoint(env: Env, db: Db, subscriberID: string): Promise<TestResult | undefined> {
  const [settings, [target]] = await Promise.all([readSettings(db), selectTarget(db, subscriberID)]);
  if (!settings.endpointsEnabled && !target?.subscriber.isTeam)
    throw stateConflict("Webhooks and chat are turned off on this status page.");
  if (!target) return undefined;
  const service = toChannelService(env, settings);
  const message = { type: "test" } as const;
  const answer = await send(env, service, { target, id: newID(), message });
  const { status } = answer;
  const reason = status === null ? answer.reason : `The answer had the status ${status}.`;
  return { isDelivered: status !== null && status >= 200 && status < 300, status, reason };
}
