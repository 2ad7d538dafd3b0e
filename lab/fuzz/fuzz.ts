import fc from "fast-check";
import {
  makeApiKey,
  makeComponent,
  makeGroup,
  makeIncident,
  makeMaintenance,
  makeMetric,
} from "../../test/support/factories/factories.ts";
import { enableMail, subscribers } from "../../test/support/factories/make-subscribers.ts";
import { type KnownAPI, withCredentials } from "../../test/support/factories/random-request.ts";
import { linkOf } from "../../test/support/factories/subscription-links.ts";
import { topicArn } from "../../test/support/fakes/fake-sns.ts";
import { type RawRequest, type RawResponse, rawSender } from "../../test/support/readers/raw-request.ts";
import { type Daymark, startDaymark } from "../../test/support/starters/daymark.ts";
import type { OpenAPIDocument } from "../../worker/openapi/schema.ts";
import { oddRequest } from "./odd-request.ts";

const CONCURRENT_REQUESTS = 24;
/** The HTTP server may reset a connection that sends more than this of a body that the Worker doesn't read. */
const MAX_UNREAD_BYTES = 16 * 1024;
/** Each round starts with new content, because requests delete what the round before created. */
const REQUESTS_PER_ROUND = 1000;

export interface FuzzResult {
  countsByStatus: Map<string, number>;
  /** Each with the request, so that it can be sent again, and its lines in the log. */
  faults: string[];
  /** The Worker's own lines about errors. */
  errorLines: string[];
}

/** Sends random requests to the Worker, and finds server errors. The caller has built the Worker. */
export async function fuzz(
  seed: number,
  totalRequests: number,
  onProgress: (sentCount: number) => void,
): Promise<FuzzResult> {
  const daymark = await startDaymark({
    build: "worker",
    vars: { MAIL_TOPIC_ARN: topicArn },
    rates: "unlimited",
  });
  const sender = rawSender(daymark.url);
  const description = (await (await fetch(`${daymark.url}/api/openapi.json`)).json()) as OpenAPIDocument;
  const { makeUnconfirmed, makeConfirmed } = subscribers(() => daymark);
  const countsByStatus = new Map<string, number>();
  const faults: string[] = [];

  async function sendAndCheck(request: RawRequest): Promise<void> {
    // The server may close a connection whose previous request left a body unread. Another open one may have the same fate.
    const response = await sender
      .send(request)
      .catch(() => sender.sendAlone(request))
      .catch((error: unknown) => String(error));
    const status = typeof response === "string" ? response : String(response.status);
    countsByStatus.set(status, (countsByStatus.get(status) ?? 0) + 1);
    const fault =
      typeof response === "string" ? connectionFault(request, response) : responseFault(request, response);
    if (fault === undefined) return;
    const id = typeof response === "string" ? undefined : response.headers["x-request-id"];
    const logLines = daymark.logs.filter((line) => typeof id === "string" && line.includes(id));
    faults.push([fault, reproduction(request), ...logLines].join("\n"));
  }

  try {
    await enableMail(daymark);
    for (let sentCount = 0; sentCount < totalRequests; sentCount += REQUESTS_PER_ROUND) {
      const subscribed = [await makeConfirmed(), await makeUnconfirmed()];
      const ids = await createContent(daymark, subscribed.map(linkOf));
      const credentials = { token: await daymark.token(), key: await makeApiKey(daymark) };
      const count = Math.min(REQUESTS_PER_ROUND, totalRequests - sentCount);
      const requests = fc.sample(oddRequest({ description, ids }), {
        seed: seed + sentCount,
        numRuns: count,
      });
      await runConcurrently(
        requests.map((request) => withCredentials(request, credentials)),
        sendAndCheck,
      );
      await deleteContent(daymark);
      onProgress(sentCount + count);
    }
  } finally {
    sender.stop();
    await daymark.stop();
  }
  return { countsByStatus, faults, errorLines: daymark.logs.filter((line) => !isBelowError(line)) };
}

/** A line that isn't the Worker's own is from workerd, such as an uncaught exception. */
function isBelowError(line: string): boolean {
  return /^\{"level":"(info|warn)"/.test(line);
}

async function runConcurrently<Item>(items: Item[], run: (item: Item) => Promise<void>): Promise<void> {
  const queue = items.values();
  const worker = async () => {
    for (const item of queue) await run(item);
  };
  await Promise.all(Array.from({ length: CONCURRENT_REQUESTS }, worker));
}

/** A connection reset is no fault if the body was too long for the server to discard. */
function connectionFault({ body = "" }: RawRequest, error: string): string | undefined {
  const isReset = /ECONNRESET|EPIPE|socket hang up|aborted/.test(error);
  return isReset && body.length > MAX_UNREAD_BYTES ? undefined : error;
}

function responseFault({ path }: RawRequest, { status, headers, text }: RawResponse): string | undefined {
  if (status >= 500) return `${status} ${text.slice(0, 300)}`;
  // Without this header the HTTP server rejected the request before the Worker saw it.
  if (headers["x-content-type-options"] === undefined) return undefined;
  // The HTTP server resolves dot segments but doesn't treat a backslash as a slash, as URL would.
  const { pathname } = new URL(`http://localhost${path.replaceAll("\\", "%5C")}`);
  if (!/^\/api\//.test(pathname) || text === "") return undefined;
  const isOtherFormat = /^\/api\/docs(\/|$)/.test(pathname) || pathname === "/api/subscribers/export";
  if (isOtherFormat && status === 200) return undefined;
  try {
    JSON.parse(text);
    return undefined;
  } catch {
    return `${status} isn't JSON: ${text.slice(0, 300)}`;
  }
}

/** Prints the request with its exact body, so that it can be sent again. */
function reproduction({ body, ...request }: RawRequest): string {
  const encodedBody = body === undefined ? {} : { bodyBase64: Buffer.from(body).toString("base64") };
  return JSON.stringify({ ...request, ...encodedBody });
}

/** Creates items of each kind and returns their IDs by the name of their path parameter. */
async function createContent(daymark: Daymark, links: string[]): Promise<KnownAPI["ids"]> {
  const groups = [await makeGroup(daymark), await makeGroup(daymark)];
  const components = [
    await makeComponent(daymark),
    await makeComponent(daymark, { groupID: groups[0]?.groupID ?? null }),
  ];
  const incidents = [await makeIncident(daymark), await makeIncident(daymark)];
  const maintenances = [await makeMaintenance(daymark), await makeMaintenance(daymark)];
  const metrics = [await makeMetric(daymark, { status: "Visible" }), await makeMetric(daymark)];
  return {
    componentID: components.map(({ componentID }) => componentID),
    groupID: groups.map(({ groupID }) => groupID),
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

/** Otherwise content would pile up and slow each round. */
async function deleteContent({ db }: Daymark): Promise<void> {
  const tables = [
    "notices",
    "components",
    "component_groups",
    "metrics",
    "subscribers",
    "api_keys",
    "messages",
    "subscribe_calls",
  ];
  await db.batch(tables.map((table) => db.prepare(`DELETE FROM ${table}`)));
}
