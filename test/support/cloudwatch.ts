import { ServiceError } from "../../tools/start/aws-signature.ts";
import {
  type Answer,
  type Call,
  localCredentials,
  refused,
  startCloudWatch,
} from "../../tools/start/cloudwatch.ts";

type Respond = (call: Call, usual: () => Answer) => Answer | Promise<Answer>;

export type WatchedCloudWatch = Awaited<ReturnType<typeof startWatchedCloudWatch>>;

/** The stand-in of CloudWatch, with its calls noted, and to be spoiled. */
export async function startWatchedCloudWatch() {
  const usually: Respond = (_, usual) => usual();
  let respond = usually;
  const calls: Call[] = [];
  const { endpoint, stop } = await startCloudWatch({
    respond(call, usual) {
      calls.push(call);
      return respond(call, usual);
    },
  });
  return {
    calls,
    stop,
    /** What the Worker needs to find it. */
    vars: {
      CLOUDWATCH_ENDPOINT: endpoint,
      AWS_ACCESS_KEY_ID: localCredentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: localCredentials.secretAccessKey,
    },
    /** Has something else stand between calls and their answers, until it heals. */
    spoil(next: Respond) {
      respond = next;
    },
    heal() {
      respond = usually;
      calls.length = 0;
    },
  };
}

/** An error as AWS answers it. */
export function failure(status: number, type: string, message: string): Answer {
  return refused(new ServiceError(status, type, message));
}

/** The usual answer to GetMetricData, changed. */
export function changed(usual: () => Answer, change: (answer: MetricData) => unknown): Answer {
  const answer = usual();
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

/** What a call to GetMetricData asks for. */
export interface DataAsked {
  StartTime: number;
  EndTime: number;
  MetricDataQueries: { MetricStat: { Metric: { MetricName: string }; Period: number } }[];
}

export function dataAsked({ calls }: WatchedCloudWatch): (DataAsked & { region: string })[] {
  return calls
    .filter(({ action }) => action === "GetMetricData")
    .map(({ region, input }) => ({ region, ...(input as unknown as DataAsked) })); // the stand-in has checked it
}
