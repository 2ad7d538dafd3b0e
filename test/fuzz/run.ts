// Sends the product many requests by chance and reports each server error: `npm run fuzz -- --seed 1 --requests 100000`.
import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import fc from "fast-check";
import { build } from "../../tools/build/build.ts";
import type { OpenAPIDocument } from "../../worker/openapi/schema.ts";
import { type Material, signed } from "../support/any-request.ts";
import { type Daymark, startDaymark } from "../support/daymark.ts";
import {
  makeApiKey,
  makeComponent,
  makeIncident,
  makeMaintenance,
  makeMetric,
} from "../support/factories.ts";
import { type RawAnswer, type RawRequest, rawSender } from "../support/raw-sender.ts";
import { linkOf } from "../support/subscription-links.ts";
import { enableMail, subscribers } from "../support/subscriptions.ts";
import { topicArn } from "../support/topic.ts";
import { oddRequest } from "./odd-request.ts";

const { values } = parseArgs({ options: { seed: { type: "string" }, requests: { type: "string" } } });
const seed = Number(values.seed ?? randomInt(1_000_000));
const total = Number(values.requests ?? 100_000);

/** Requests under way at a time. */
const CONCURRENCY = 24;
/** Faults that are shown with their request. */
const MAX_SHOWN = 30;
/** What the HTTP server takes of a body that nothing reads. */
const UNREAD_BYTES = 16 * 1024;
/** After so many, what is there is looked up again: requests create and delete it. */
const ROUND = 1000;

await build(["worker"]);
const daymark = await startDaymark({ vars: { MAIL_TOPIC_ARN: topicArn }, rates: "unlimited" });
const sender = rawSender(daymark.url);
const description = (await (await fetch(`${daymark.url}/api/openapi.json`)).json()) as OpenAPIDocument;
const { asked, confirmed } = subscribers(() => daymark);
const answers = new Map<string, number>();
let faults = 0;
console.log(`${total.toLocaleString("en")} requests with --seed ${seed}`);
try {
  await enableMail(daymark);
  for (let sent = 0; sent < total; sent += ROUND) {
    const ids = await whatIsThere(daymark);
    const credentials = { token: await daymark.token(), key: await makeApiKey(daymark) };
    const count = Math.min(ROUND, total - sent);
    const requests = fc.sample(oddRequest({ description, ids }), { seed: seed + sent, numRuns: count });
    await inParallel(
      requests.map((request) => signed(request, credentials)),
      check,
    );
    await tidy(daymark);
    console.log(`${(sent + count).toLocaleString("en")} sent`);
  }
} finally {
  sender.stop();
  await daymark.stop();
}
for (const [status, count] of [...answers].sort()) console.log(`${status}: ${count.toLocaleString("en")}`);
console.log(faults === 0 ? "No server error." : `${faults} faults.`);
if (faults > 0) process.exitCode = 1;

async function inParallel<Item>(items: Item[], run: (item: Item) => Promise<void>): Promise<void> {
  const waiting = items.values();
  const worker = async () => {
    for (const item of waiting) await run(item);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
}

async function check(request: RawRequest): Promise<void> {
  // A connection may end under a request where the one before it left a body unread: once more, on another.
  const send = () => sender.send(request);
  const answer = await send()
    .catch(send)
    .catch((error: unknown) => String(error));
  const status = typeof answer === "string" ? answer : String(answer.status);
  answers.set(status, (answers.get(status) ?? 0) + 1);
  const reason = typeof answer === "string" ? connectionFault(request, answer) : fault(request, answer);
  if (reason === undefined) return;
  faults += 1;
  if (faults > MAX_SHOWN) return;
  console.error(`\n${reason}\n${reproduction(request)}`);
  const id = typeof answer === "string" ? undefined : answer.headers["x-request-id"];
  const logged = daymark.logs.filter((line) => typeof id === "string" && line.includes(id));
  for (const line of logged) console.error(line);
}

/** A server may hang up on a long body that it doesn't read. */
function connectionFault({ body = "" }: RawRequest, error: string): string | undefined {
  const isHangUp = /ECONNRESET|EPIPE|socket hang up|aborted/.test(error);
  return isHangUp && body.length > UNREAD_BYTES ? undefined : error;
}

function fault({ path }: RawRequest, { status, headers, text }: RawAnswer): string | undefined {
  if (status >= 500) return `${status} ${text.slice(0, 300)}`;
  // The HTTP server has refused it before the Worker saw it.
  if (headers["x-content-type-options"] === undefined) return undefined;
  // As the HTTP server resolves it, which knows dot segments, and a backslash as a character like any other.
  const { pathname } = new URL(`http://localhost${path.replaceAll("\\", "%5C")}`);
  if (!/^\/api\//.test(pathname) || text === "") return undefined;
  if (pathname === "/api/docs" && status === 200) return undefined;
  try {
    JSON.parse(text);
    return undefined;
  } catch {
    return `${status} is no JSON: ${text.slice(0, 300)}`;
  }
}

/** As much as it takes to send it again. */
function reproduction({ body, ...request }: RawRequest): string {
  const sent = body === undefined ? {} : { bodyBase64: Buffer.from(body).toString("base64") };
  return JSON.stringify({ ...request, ...sent });
}

/** Makes sure that there is something of each kind, and names it. */
async function whatIsThere(daymark: Daymark): Promise<Material["ids"]> {
  const components = [await makeComponent(daymark), await makeComponent(daymark)];
  const incidents = [await makeIncident(daymark), await makeIncident(daymark)];
  const maintenances = [await makeMaintenance(daymark), await makeMaintenance(daymark)];
  const metrics = [await makeMetric(daymark, { status: "Visible" }), await makeMetric(daymark)];
  const readers = [await confirmed(), await asked()];
  const links = readers.map(linkOf);
  return {
    componentID: components.map(({ componentID }) => componentID),
    incidentID: incidents.map(({ incidentID }) => incidentID),
    incidentUpdateID: incidents.flatMap(({ incidentUpdates }) =>
      incidentUpdates.map(({ incidentUpdateID }) => incidentUpdateID),
    ),
    maintenanceID: maintenances.map(({ maintenanceID }) => maintenanceID),
    maintenanceUpdateID: maintenances.flatMap(({ maintenanceUpdates }) =>
      maintenanceUpdates.map(({ maintenanceUpdateID }) => maintenanceUpdateID),
    ),
    metricID: metrics.map(({ metricID }) => metricID),
    subscriberID: links.map((link) => link.split("/")[2] ?? ""),
    token: links.map((link) => link.split("/")[3] ?? ""),
  };
}

/** What piles up would make each round slower than the one before. */
async function tidy({ db }: Daymark): Promise<void> {
  const tables = [
    "notices",
    "components",
    "metrics",
    "subscribers",
    "api_keys",
    "mail_messages",
    "subscribe_calls",
  ];
  await db.batch(tables.map((table) => db.prepare(`DELETE FROM ${table}`)));
}
