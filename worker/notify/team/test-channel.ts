import { HttpError, stateConflict } from "../../http/errors.ts";
import { readSettings } from "../../settings/store.ts";
import type { WriteDb } from "../../storage/db.ts";
import { testEndpoint } from "../deliveries/test-endpoint.ts";
import { resumeEndpoint } from "../endpoints/store.ts";
import { sendTestMail } from "../mail/test-mail.ts";
import type { TeamTest } from "./schema.ts";
import { readTeamChannel } from "./store.ts";

/** A test that arrives shows that a paused channel works again. @throws HttpError 404, or 409 if nothing can be sent */
export async function testTeamChannel(env: Env, db: WriteDb, channelID: string): Promise<TeamTest> {
  const { channel, address } = await readTeamChannel(db, channelID);
  if (channel === "email") return testByMail(env, db, address);
  const result = await testEndpoint(env, db, channelID);
  if (!result) throw stateConflict("The channel has ended. Delete it, and add it again.");
  const { isDelivered, status, reason } = result;
  if (isDelivered) await resumeEndpoint(db, channelID);
  return { isDelivered, status, error: isDelivered ? "" : reason };
}

async function testByMail(env: Env, db: WriteDb, address: string): Promise<TeamTest> {
  const settings = await readSettings(db);
  if (!settings.emailEnabled) throw stateConflict("Email notifications are turned off.");
  try {
    await sendTestMail(env, settings, address);
    return { isDelivered: true, status: null, error: "" };
  } catch (error) {
    if (!(error instanceof HttpError) || error.status === 503) throw error;
    return { isDelivered: false, status: null, error: error.message };
  }
}
