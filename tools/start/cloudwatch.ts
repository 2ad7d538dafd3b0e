import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { DAY_MS } from "../../worker/time/domain.ts";
import { type Credentials, checkSignature, ServiceError } from "./aws-signature.ts";
import { guardAgainstBrowser } from "./browser-guard.ts";
import { type ServiceMetric, sameMetric, samples, serviceMetrics, statistic } from "./cloudwatch-metrics.ts";
import { keepIdleConnections } from "./idle-connections.ts";

/** Those that the Worker has as its secrets on this machine. */
export const localCredentials: Credentials = {
  accessKeyId: "local-daymark",
  secretAccessKey: "local-secret-key",
};

export interface CloudWatch {
  endpoint: string;
  stop(): Promise<void>;
}

/** A call whose signature is good. */
export interface Call {
  region: string;
  action: string;
  input: Record<string, unknown>;
}

export interface Answer {
  status: number;
  body: string;
  headers?: Record<string, string>;
}

interface Options {
  port?: number;
  credentials?: Credentials;
  /** Stands between each call and its answer: for tests, to watch and to spoil. */
  respond?: (call: Call, usual: () => Answer) => Answer | Promise<Answer>;
}

const METRICS_A_PAGE = 500;
const QUERIES_A_CALL = 500;
const POINTS_A_PAGE = 100_800;

/**
 * A stand-in of Amazon CloudWatch: ListMetrics and GetMetricData as AWS's own client speaks them
 * (application/x-amz-json-1.0), with signatures checked, pages, and errors in AWS's shape.
 */
export async function startCloudWatch({
  port = 0,
  credentials = localCredentials,
  respond = (_, usual) => usual(),
}: Options = {}): Promise<CloudWatch> {
  const server = createServer(async (request, response) => {
    const answer = await answerTo(request).catch(refused);
    response.writeHead(answer.status, { "Content-Type": "application/x-amz-json-1.0", ...answer.headers });
    response.end(answer.body);
  });

  async function answerTo(request: IncomingMessage): Promise<Answer> {
    const body = await text(request);
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    );
    const region = await checkSignature(
      { method: request.method ?? "", path: request.url ?? "/", headers, body },
      { service: "monitoring", credentials },
    );
    const [service, action = ""] = (headers["x-amz-target"] ?? "").split(".");
    const answered = actions[action];
    if (service !== "GraniteServiceVersion20100801" || !answered) {
      throw new ServiceError(400, "UnknownOperationException", `There is no operation ${action} here.`);
    }
    const input = parse(body);
    return respond({ region, action, input }, () => {
      try {
        return { status: 200, body: JSON.stringify(answered(input, region)) };
      } catch (error) {
        return refused(error);
      }
    });
  }

  keepIdleConnections(server);
  guardAgainstBrowser(server);
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, // listens on TCP: never a string
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** An error as AWS answers it. */
export function refused(error: unknown): Answer {
  const { status, type, message } =
    error instanceof ServiceError ? error : new ServiceError(500, "InternalServiceFault", String(error));
  // The service's own errors have the code that its older protocol had; those of its front door have not.
  const code = { "x-amzn-query-error": `${type.replace(/Exception$/, "")};Sender` };
  return {
    status,
    body: JSON.stringify({ __type: `com.amazonaws.cloudwatch#${type}`, message }),
    ...(status === 400 && { headers: code }),
  };
}

const actions: Record<string, (input: Record<string, unknown>, region: string) => unknown> = {
  ListMetrics: listMetrics,
  GetMetricData: getMetricData,
};

function parse(body: string): Record<string, unknown> {
  try {
    return JSON.parse(body);
  } catch {
    throw new ServiceError(400, "SerializationException", "The body is not JSON.");
  }
}

interface ListInput {
  Namespace?: string;
  MetricName?: string;
  Dimensions?: { Name: string; Value?: string }[];
  NextToken?: string;
}

/** @see https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_ListMetrics.html */
function listMetrics({ Namespace, MetricName, Dimensions = [], NextToken }: ListInput) {
  const listed = serviceMetrics.filter(
    (metric) =>
      (Namespace === undefined || metric.Namespace === Namespace) &&
      (MetricName === undefined || metric.MetricName === MetricName) &&
      Dimensions.every(({ Name, Value }) =>
        metric.Dimensions.some((each) => each.Name === Name && (Value === undefined || each.Value === Value)),
      ),
  );
  const start = readToken(NextToken);
  const end = start + METRICS_A_PAGE;
  return {
    Metrics: listed.slice(start, end),
    OwningAccounts: [],
    ...(end < listed.length && { NextToken: token(end) }),
  };
}

interface DataInput {
  /** Seconds since the epoch. */
  StartTime?: number;
  EndTime?: number;
  MetricDataQueries?: Query[];
  ScanBy?: "TimestampAscending" | "TimestampDescending";
  MaxDatapoints?: number;
  NextToken?: string;
}

interface Query {
  Id: string;
  MetricStat?: { Metric: ServiceMetric; Period: number; Stat: string };
}

interface Point {
  /** Seconds since the epoch. */
  timestamp: number;
  value: number;
}

/** @see https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_GetMetricData.html */
function getMetricData(input: DataInput, region: string) {
  const { StartTime = 0, EndTime = 0, MetricDataQueries: queries = [], ScanBy, NextToken } = input;
  if (queries.length === 0) throw invalid("The parameter MetricDataQueries is required.");
  if (queries.length > QUERIES_A_CALL) {
    throw invalid(`The collection MetricDataQueries must not have a size greater than ${QUERIES_A_CALL}.`);
  }
  if (StartTime >= EndTime) throw invalid("The parameter StartTime must be less than the parameter EndTime.");
  const all = queries.map((query) => pointsOf(query, region, StartTime * 1000, EndTime * 1000));
  const start = readToken(NextToken);
  const end = start + Math.min(input.MaxDatapoints ?? POINTS_A_PAGE, POINTS_A_PAGE);
  let at = 0;
  const results = queries.flatMap(({ Id, MetricStat }, index) => {
    const points = all[index] ?? [];
    const part = points.slice(Math.max(0, start - at), Math.max(0, end - at));
    const [begins, ends] = [at, at + points.length];
    at = ends;
    if (part.length === 0 && (start > 0 || points.length > 0)) return [];
    if (ScanBy !== "TimestampAscending") part.reverse();
    return {
      Id,
      Label: MetricStat?.Metric.MetricName ?? Id,
      Timestamps: part.map(({ timestamp }) => timestamp),
      Values: part.map(({ value }) => value),
      StatusCode: begins < end && ends > end ? "PartialData" : "Complete",
    };
  });
  return { MetricDataResults: results, Messages: [], ...(at > end && { NextToken: token(end) }) };
}

function pointsOf({ Id, MetricStat }: Query, region: string, start: number, end: number): Point[] {
  if (!/^[a-z][a-zA-Z0-9_]*$/.test(Id)) throw invalid(`The value ${Id} for parameter Id is invalid.`);
  if (!MetricStat) throw invalid(`The query ${Id} has no MetricStat.`);
  const { Metric, Period, Stat } = MetricStat;
  if (!(Period > 0 && Period % 60 === 0))
    throw invalid(`The value ${Period} for parameter Period is invalid.`);
  if (statistic(Stat, [0]) === undefined)
    throw invalid(`The value ${Stat} for parameter Stat is not supported.`);
  if (/[^ -~]/.test(Metric.Namespace))
    throw invalid("The parameter Namespace must contain ASCII characters.");
  if (!serviceMetrics.some((each) => sameMetric(each, Metric))) return [];
  const now = Date.now();
  // Periods under 5 minutes are gone after 15 days.
  const kept = Period < 300 ? now - 15 * DAY_MS : now - 63 * DAY_MS;
  const points = [];
  const step = Period * 1000;
  for (let time = Math.ceil(Math.max(start, kept) / step) * step; time < Math.min(end, now); time += step) {
    const value = statistic(Stat, samples(region, Metric, time, Period)) ?? 0;
    points.push({ timestamp: time / 1000, value });
  }
  return points;
}

function token(offset: number): string {
  return Buffer.from(`from ${offset}`).toString("base64url");
}

function readToken(nextToken: string | undefined): number {
  if (nextToken === undefined) return 0;
  const offset = /^from (\d+)$/.exec(Buffer.from(nextToken, "base64url").toString())?.[1];
  if (offset === undefined) {
    throw new ServiceError(400, "InvalidNextTokenException", "The next token specified is invalid.");
  }
  return Number(offset);
}

function invalid(message: string): ServiceError {
  return new ServiceError(400, "InvalidParameterValueException", message);
}
