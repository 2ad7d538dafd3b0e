import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { DAY_MS, MINUTE_SECONDS, SECOND_MS } from "../../worker/shared/time/domain.ts";
import { guardAgainstBrowser } from "./browser-guard.ts";
import { type ServiceMetric, sameMetric, samples, serviceMetrics, statistic } from "./cloudwatch-metrics.ts";
import { keepIdleConnections } from "./idle-connections.ts";
import { ServiceError } from "./service-error.ts";

export interface Credentials {
  accessKeyId: string;
  secretAccessKey: string;
}

export interface SignedRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string;
}

export const localCredentials: Credentials = {
  accessKeyId: "local-daymark",
  secretAccessKey: "local-secret-key",
};

export interface CloudWatch {
  endpoint: string;
  stop(): Promise<void>;
}

export interface Call {
  region: string;
  action: string;
  input: Record<string, unknown>;
}

export interface FakeResponse {
  status: number;
  body: string;
  headers?: Record<string, string>;
}

interface Options {
  port?: number;
  /** Lets tests check signatures. */
  authorize?: (request: SignedRequest) => Promise<unknown>;
  /** Lets tests record calls and replace their responses. */
  respond?: (call: Call, defaultResponse: () => FakeResponse) => FakeResponse | Promise<FakeResponse>;
}

const METRICS_PER_PAGE = 500;
const QUERIES_PER_CALL = 500;
const POINTS_PER_PAGE = 100_800;

/**
 * Fakes Amazon CloudWatch: ListMetrics and GetMetricData in the JSON protocol (application/x-amz-json-1.0), with
 * pagination and AWS's errors.
 */
export async function startCloudWatch({
  port = 0,
  authorize = async () => {},
  respond = (_, defaultResponse) => defaultResponse(),
}: Options = {}): Promise<CloudWatch> {
  const server = createServer(async (request, response) => {
    const { status, body, headers } = await respondTo(request).catch(errorResponse);
    response.writeHead(status, { "Content-Type": "application/x-amz-json-1.0", ...headers });
    response.end(body);
  });

  async function respondTo(request: IncomingMessage): Promise<FakeResponse> {
    const body = await text(request);
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    );
    await authorize({ method: request.method ?? "", path: request.url ?? "/", headers, body });
    const region = /\/([a-z0-9-]+)\/monitoring\//.exec(headers.authorization ?? "")?.[1] ?? "";
    const [service, action = ""] = (headers["x-amz-target"] ?? "").split(".");
    const handler = actions[action];
    if (service !== "GraniteServiceVersion20100801" || !handler) {
      throw new ServiceError(400, "UnknownOperationException", `There is no operation ${action} here.`);
    }
    const input = parse(body);
    return respond({ region, action, input }, () => {
      try {
        return { status: 200, body: JSON.stringify(handler(input, region)) };
      } catch (error) {
        return errorResponse(error);
      }
    });
  }

  keepIdleConnections(server);
  guardAgainstBrowser(server);
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, // a server that listens on TCP has no string address
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export function errorResponse(error: unknown): FakeResponse {
  const { status, type, message } =
    error instanceof ServiceError ? error : new ServiceError(500, "InternalServiceFault", String(error));
  const queryErrorHeader = { "x-amzn-query-error": `${type.replace(/Exception$/, "")};Sender` };
  return {
    status,
    body: JSON.stringify({ __type: `com.amazonaws.cloudwatch#${type}`, message }),
    ...(status === 400 && { headers: queryErrorHeader }),
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

function listMetrics({ Namespace, MetricName, Dimensions = [], NextToken }: ListInput) {
  const matches = serviceMetrics.filter(
    (metric) =>
      (Namespace === undefined || metric.Namespace === Namespace) &&
      (MetricName === undefined || metric.MetricName === MetricName) &&
      Dimensions.every(({ Name, Value }) =>
        metric.Dimensions.some((each) => each.Name === Name && (Value === undefined || each.Value === Value)),
      ),
  );
  const start = readToken(NextToken);
  const end = start + METRICS_PER_PAGE;
  return {
    Metrics: matches.slice(start, end),
    OwningAccounts: [],
    ...(end < matches.length && { NextToken: token(end) }),
  };
}

interface DataInput {
  /** Both times are seconds since the epoch. */
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
  timestampSeconds: number;
  value: number;
}

function getMetricData(input: DataInput, region: string) {
  const { StartTime = 0, EndTime = 0, MetricDataQueries: queries = [], ScanBy, NextToken } = input;
  if (queries.length === 0) throw invalid("The parameter MetricDataQueries is required.");
  if (queries.length > QUERIES_PER_CALL) {
    throw invalid(`The collection MetricDataQueries must not have a size greater than ${QUERIES_PER_CALL}.`);
  }
  if (StartTime >= EndTime) throw invalid("The parameter StartTime must be less than the parameter EndTime.");
  const pointsByQuery = queries.map((query) =>
    computePoints(query, region, StartTime * SECOND_MS, EndTime * SECOND_MS),
  );
  const start = readToken(NextToken);
  const end = start + Math.min(input.MaxDatapoints ?? POINTS_PER_PAGE, POINTS_PER_PAGE);
  let position = 0;
  const results = queries.flatMap(({ Id, MetricStat }, index) => {
    const points = pointsByQuery[index] ?? [];
    const pagePoints = points.slice(Math.max(0, start - position), Math.max(0, end - position));
    const firstPosition = position;
    position += points.length;
    if (pagePoints.length === 0 && (start > 0 || points.length > 0)) return [];
    if (ScanBy !== "TimestampAscending") pagePoints.reverse();
    return {
      Id,
      Label: MetricStat?.Metric.MetricName ?? Id,
      Timestamps: pagePoints.map(({ timestampSeconds }) => timestampSeconds),
      Values: pagePoints.map(({ value }) => value),
      StatusCode: firstPosition < end && position > end ? "PartialData" : "Complete",
    };
  });
  return { MetricDataResults: results, Messages: [], ...(position > end && { NextToken: token(end) }) };
}

function computePoints({ Id, MetricStat }: Query, region: string, start: number, end: number): Point[] {
  if (!/^[a-z][a-zA-Z0-9_]*$/.test(Id)) throw invalid(`The value ${Id} for parameter Id is invalid.`);
  if (!MetricStat) throw invalid(`The query ${Id} has no MetricStat.`);
  const { Metric, Period, Stat } = MetricStat;
  if (!(Period > 0 && Period % MINUTE_SECONDS === 0))
    throw invalid(`The value ${Period} for parameter Period is invalid.`);
  if (statistic(Stat, [0]) === undefined)
    throw invalid(`The value ${Stat} for parameter Stat is not supported.`);
  if (/[^ -~]/.test(Metric.Namespace))
    throw invalid("The parameter Namespace must contain ASCII characters.");
  if (!serviceMetrics.some((each) => sameMetric(each, Metric))) return [];
  const now = Date.now();
  // CloudWatch keeps points of less than 5 minutes for 15 days.
  const oldestTime = Period < 5 * MINUTE_SECONDS ? now - 15 * DAY_MS : now - 63 * DAY_MS;
  const points = [];
  const step = Period * SECOND_MS;
  for (
    let time = Math.ceil(Math.max(start, oldestTime) / step) * step;
    time < Math.min(end, now);
    time += step
  ) {
    const value = statistic(Stat, samples(region, Metric, time, Period)) ?? 0;
    points.push({ timestampSeconds: time / SECOND_MS, value });
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
