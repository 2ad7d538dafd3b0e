import { type Context, Hono, type MiddlewareHandler } from "hono";
import * as z from "zod";
import type { AppEnv } from "../env.ts";
import { body } from "../http/body.ts";
import { type CallDescription, call, describe } from "../http/call.ts";
import { invalidField, invalidInput, isRefusal, missingPage } from "../http/errors.ts";
import { trimStrings } from "../http/json.ts";
import { admin } from "../sign-in/admin.ts";
import { alertPathsOfKey, apiKey, apiKeyDescription, keyID, requireApiKey } from "../sign-in/api-key.ts";
import { withoutEffects } from "../storage/writes/write-database.ts";
import { unaudited } from "../writes/audit.ts";
import { writesWhileRestoring } from "../writes/write.ts";
import {
  type Alert,
  type AlertSourceID,
  alertSources,
  isAlertSource,
  MAX_ALERT_BYTES,
  MAX_ALERT_SEARCH_CHARACTERS,
  type RefusalReason,
  storedSourceIDs,
} from "./domain.ts";
import { runRulesSoon } from "./engine/run-soon.ts";
import { beatsOfSource } from "./heartbeats/beats.ts";
import { alertOperations } from "./received/operations.ts";
import { countRefusal } from "./received/refusals.ts";
import { AcceptedAlerts, AlertBody, ReceivedAlerts } from "./received/schema.ts";
import { listReceived, storeAlerts } from "./received/store.ts";

const sourceNames = alertSources.map(({ id }) => id).join(", ");

/** Many senders can't send a header of their own. */
const sender: MiddlewareHandler<AppEnv> = async (c, next) => {
  try {
    await requireApiKey(c, "alerts", keyFromSender(c));
  } catch (error) {
    // Only a key that exists has a name.
    countIfRefused(c, error, c.var.actorName === undefined ? "unknown key" : "key");
    throw error;
  }
  await next();
  countIfRefused(c, c.error, "body");
};
describe(sender, apiKeyDescription("alerts"));

const receiveDescription: CallDescription = {
  parameters: [
    {
      name: "topic",
      in: "query",
      description: "The ARN of the topic, if the source is `sns`.",
      schema: { type: "string", maxLength: 400 },
    },
  ],
  errorStatuses: [404],
};

function countIfRefused(c: Context<AppEnv>, error: unknown, reason: RefusalReason): void {
  const source = c.req.param("source") ?? "";
  if (!isRefusal(error) || !isAlertSource(source)) return;
  const counted = countRefusal(withoutEffects(c.var.db), source, reason);
  c.executionCtx.waitUntil(counted.catch(() => undefined));
}

/** A restore doesn't refuse alerts, because senders drop what is refused, and no archive has them. */
export const receivingRoutes = new Hono<AppEnv>()
  .post(
    "/:source",
    sender,
    body(AlertBody, { maxBytes: MAX_ALERT_BYTES, keepsWhitespace: true }),
    writesWhileRestoring(unaudited),
    call(alertOperations.receiveAlerts, { 202: AcceptedAlerts }, receiveDescription),
    async (c) => c.json(await accept(c, c.req.valid("json")), 202),
  )
  .post(
    "/:source/:key",
    sender,
    body(AlertBody, { maxBytes: MAX_ALERT_BYTES, keepsWhitespace: true }),
    writesWhileRestoring(unaudited),
    call(alertOperations.receiveAlertsWithKey, { 202: AcceptedAlerts }, receiveDescription),
    async (c) => c.json(await accept(c, c.req.valid("json")), 202),
  );

function keyFromSender(c: Context<AppEnv>): string | undefined {
  const sent = c.req.header("x-api-key") ?? c.req.param("key");
  if (sent !== undefined) return sent;
  const [, scheme = "", credentials = ""] =
    /^(basic|bearer) +(\S+)$/i.exec(c.req.header("Authorization") ?? "") ?? [];
  if (scheme.toLowerCase() === "bearer") return credentials;
  return /:(.*)$/.exec(decodeBase64(credentials))?.[1];
}

function decodeBase64(text: string): string {
  try {
    return atob(text);
  } catch {
    return "";
  }
}

async function accept(c: Context<AppEnv>, sent: Record<string, unknown>): Promise<AcceptedAlerts> {
  const source = c.req.param("source") ?? "";
  if (!isAlertSource(source)) throw missingPage(`There is no source ${source}. Sources are ${sourceNames}.`);
  const { sources } = await import("./sources/index.ts");
  const { schema, keepsWhitespace, verify, toShown, read, readByPaths } = sources[source];
  const parsed = schema.safeParse(keepsWhitespace ? sent : trimStrings(sent));
  if (!parsed.success) {
    const alerts = await readByPaths?.(sent, () => alertPathsOfKey(c));
    if (!alerts) throw invalidInput(parsed.error);
    const message = alerts.length === 0 ? NOT_READ : storedText(alerts);
    return { id: await store(c, { source, alerts, body: sent }), status: "success", message };
  }
  await verify?.(parsed.data, { env: c.env, topic: c.req.query("topic") });
  const alerts = await read(parsed.data);
  return {
    id: await store(c, { source, alerts, body: toShown?.(parsed.data) ?? sent }),
    status: "success",
    message: storedText(alerts),
    ...(source === "events" && alerts[0] && { dedup_key: alerts[0].key }),
  };
}

const NOT_READ =
  "Stored, but it isn't an alert yet: an administrator has to choose where its key, title and state are, under Received alerts in Settings → Automation.";

function storedText({ length }: Alert[]): string {
  return length === 1 ? "Stored 1 alert." : `Stored ${length} alerts.`;
}

async function store(
  c: Context<AppEnv>,
  received: { source: AlertSourceID; alerts: Alert[]; body: unknown },
): Promise<string> {
  const db = withoutEffects(c.var.db);
  const { source } = received;
  const sentWith = { keyID: keyID(c), keyName: c.var.actorName ?? "" };
  const id = await storeAlerts(db, { ...received, ...sentWith, beats: beatsOfSource(db, source) });
  runRulesSoon(c);
  return id;
}

const listDescription: CallDescription = {
  parameters: [
    {
      name: "before",
      in: "query",
      description: "Returns those that were received before the one with this ID.",
      schema: { type: "string", maxLength: 16 },
    },
    {
      name: "source",
      in: "query",
      description: "Returns those of this source.",
      schema: { type: "string", enum: [...storedSourceIDs] },
    },
    {
      name: "q",
      in: "query",
      description: "Returns those whose alerts contain this text, with any capital letters of A to Z.",
      schema: { type: "string", maxLength: MAX_ALERT_SEARCH_CHARACTERS },
    },
  ],
  errorStatuses: [400],
};

export const adminReceivedRoutes = receivedRoutes(admin);
export const keyReceivedRoutes = receivedRoutes(apiKey("notices"));

function receivedRoutes(mayUse: MiddlewareHandler<AppEnv>) {
  return new Hono<AppEnv>().get(
    "/",
    mayUse,
    call(alertOperations.listReceivedAlerts, { 200: z.array(ReceivedAlerts) }, listDescription),
    async (c) => {
      const { before, source, q = "" } = c.req.query();
      if (before !== undefined && !/^\d{1,16}$/.test(before))
        throw invalidField("before", "before must be the ID of what was received.");
      const filter = storedSourceIDs.find((each) => each === source);
      if (source !== undefined && !filter)
        throw invalidField("source", `source must be one of: ${storedSourceIDs.join(", ")}.`);
      if (q.length > MAX_ALERT_SEARCH_CHARACTERS)
        throw invalidField("q", `q can be ${MAX_ALERT_SEARCH_CHARACTERS} characters at most.`);
      const query = { before: before === undefined ? undefined : Number(before), source: filter, text: q };
      return c.json(await listReceived(c.var.db, query), 200);
    },
  );
}
