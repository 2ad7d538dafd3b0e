import {
  type Call,
  errorResponse,
  type FakeResponse,
  localCredentials,
  startCloudWatch,
} from "../../../tools/start/cloudwatch.ts";
import { ServiceError } from "../../../tools/start/service-error.ts";
import { checkSignature } from "./aws-signature.ts";

type Respond = (call: Call, defaultResponse: () => FakeResponse) => FakeResponse | Promise<FakeResponse>;

export type RecordedCloudWatch = Awaited<ReturnType<typeof startRecordedCloudWatch>>;

/** Starts the CloudWatch of `npm start` with checked signatures. Records its calls, and lets a test override its responses. */
export async function startRecordedCloudWatch() {
  const respondByDefault: Respond = (_, defaultResponse) => defaultResponse();
  let respond = respondByDefault;
  const calls: Call[] = [];
  const { endpoint, stop } = await startCloudWatch({
    authorize: (request) => checkSignature(request, { service: "monitoring", credentials: localCredentials }),
    respond(call, defaultResponse) {
      calls.push(call);
      return respond(call, defaultResponse);
    },
  });
  return {
    calls,
    endpoint,
    stop,
    /** The Worker's variables for this endpoint. */
    vars: {
      CLOUDWATCH_ENDPOINT: endpoint,
      AWS_ACCESS_KEY_ID: localCredentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: localCredentials.secretAccessKey,
    },
    /** The override applies until `reset`. */
    overrideResponses(next: Respond) {
      respond = next;
    },
    reset() {
      respond = respondByDefault;
      calls.length = 0;
    },
  };
}

/** Builds AWS's response for an error. */
export function awsError(status: number, type: string, message: string): FakeResponse {
  return errorResponse(new ServiceError(status, type, message));
}

export function changeBody(
  defaultResponse: () => FakeResponse,
  change: (body: MetricData) => unknown,
): FakeResponse {
  const answer = defaultResponse();
  return { ...answer, body: JSON.stringify(change(JSON.parse(answer.body))) };
}

export interface MetricData {
  MetricDataResults: {
    Id: string;
    Timestamps: number[];
    Values: number[];
    StatusCode: string;
    Messages?: { Code: string; Value: string }[];
  }[];
  NextToken?: string;
}

/** The input of GetMetricData. */
export interface MetricDataRequest {
  StartTime: number;
  EndTime: number;
  MetricDataQueries: { MetricStat: { Metric: { MetricName: string }; Period: number } }[];
}

export function metricDataRequests({
  calls,
}: RecordedCloudWatch): (MetricDataRequest & { region: string })[] {
  return calls
    .filter(({ action }) => action === "GetMetricData")
    .map(({ region, input }) => ({ region, ...(input as unknown as MetricDataRequest) })); // The fake has validated it.
}
