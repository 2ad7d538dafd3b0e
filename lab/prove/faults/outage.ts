import type { Random } from "../../../test/support/factories/random.ts";
import { MINUTE_MS } from "../../../worker/shared/time/domain.ts";
import { dependencies, type Mode } from "./dependencies.ts";
import type { Subject } from "./subject.ts";

/** Requests of the outage, and how the Worker answered. */
export interface Outage {
  statuses: Record<Column, string[]>;
  incidents: Write[];
  points: Write[];
  subscribers: Write[];
}

export interface Write {
  body: Record<string, unknown>;
  /** The name, time or address by which it is found again. */
  label: string;
  key: string;
  isAccepted: boolean;
}

export const columns = ["page", "API", "graph", "console", "incident", "points", "subscribe"] as const;
export type Column = (typeof columns)[number];

const ROUNDS = 6;
const STALE_NOTE = "be updated right now";
/** The Worker keeps the pool's keys for ten minutes. */
const KEYS_EXPIRE_MINUTES = 11;

/** Breaks the dependency for some minutes of the Worker's clock, while visitors, administrators and scripts go on. */
export async function runOutage(subject: Subject, name: string, mode: Mode, random: Random): Promise<Outage> {
  const failure = dependencies[name]?.[mode === "slow" ? "slow" : "down"];
  if (!failure) throw new Error(`There is no dependency ${name}.`);
  const { fail, repair } = failure;
  const outage: Outage = {
    statuses: { page: [], API: [], graph: [], console: [], incident: [], points: [], subscribe: [] },
    incidents: [],
    points: [],
    subscribers: [],
  };
  if (name === "user pool") await subject.runMinutes(KEYS_EXPIRE_MINUTES);
  const first = random.integer(0, 1);
  for (let round = 0; round < ROUNDS; round += 1) {
    const isBroken = mode !== "flapping" || (round + first) % 2 === 0;
    if (isBroken) await fail?.(subject);
    else await repair?.(subject);
    await sendEverything(subject, outage, round, isBroken ? (failure.headers ?? {}) : {});
    await (failure.holdsMessages ? subject.runMinuteWithoutQueues() : subject.runMinutes(1));
  }
  await repair?.(subject);
  return outage;
}

async function sendEverything(
  subject: Subject,
  outage: Outage,
  round: number,
  headers: Record<string, string>,
): Promise<void> {
  const { statuses } = outage;
  const Authorization = await subject.daymark.token();
  const read = async (column: Column, path: string, own: Record<string, string> = {}) => {
    const response = await subject.daymark.fetch(path, { headers: { ...headers, ...own } });
    const isStale = (await response.text()).includes(STALE_NOTE);
    statuses[column].push(isStale ? `${response.status} stale` : statusText(response));
  };
  await read("page", "/");
  await read("API", "/api/v2/summary.json");
  await read("graph", `/metrics/${subject.submittedID}/day.svg`);
  await read("console", "/api/incidents?fresh=1", { Authorization });
  const incident = newIncident(subject, round);
  outage.incidents.push(incident);
  statuses.incident.push(await send(subject, "/api/incidents", incident, { ...headers, Authorization }));
  const point = newPoint(subject, round);
  outage.points.push(point);
  const apiKey = { "x-api-key": subject.key };
  statuses.points.push(await send(subject, "/api/v0/metrics/data", point, { ...headers, ...apiKey }));
  const subscriber = newSubscriber(round);
  outage.subscribers.push(subscriber);
  statuses.subscribe.push(
    await send(subject, "/api/subscribers/subscribe", subscriber, { ...headers, ...clientHeaders(round) }),
  );
}

export async function send(
  { daymark }: Subject,
  path: string,
  write: Write,
  headers: Record<string, string>,
): Promise<string> {
  const response = await daymark.fetch(path, {
    method: "POST",
    headers: { ...headers, "Idempotency-Key": write.key },
    body: JSON.stringify(write.body),
  });
  await response.arrayBuffer();
  write.isAccepted = response.ok;
  return statusText(response);
}

/** A 503 must say when to try again. */
function statusText({ status, headers }: Response): string {
  const isBare = status === 503 && headers.get("Retry-After") === null;
  return isBare ? "503 without Retry-After" : String(status);
}

export const clientHeaders = (round: number) => ({ "CF-Connecting-IP": `10.1.${round}.1` });

function newIncident({ componentID }: Subject, round: number): Write {
  const name = `Incident ${round}`;
  const components = [{ componentID, status: round % 2 === 0 ? "Major Outage" : "Operational" }];
  const body = { name, status: "Investigating", message: "We look into it.", components };
  return { body, label: name, key: `incident-${round}`, isAccepted: false };
}

function newPoint({ submittedID, queues }: Subject, round: number): Write {
  const minute = Math.floor(queues.clock() / MINUTE_MS) * MINUTE_MS;
  const body = { [submittedID]: [{ timestamp: minute, value: round }] };
  return { body, label: String(minute), key: `points-${round}`, isAccepted: false };
}

function newSubscriber(round: number): Write {
  const emailAddress = `new-${round}@example.org`;
  return { body: { emailAddress }, label: emailAddress, key: `subscriber-${round}`, isAccepted: false };
}
