import { AwsClient } from "aws4fetch";
import * as z from "zod";
import { MiB } from "../storage/domain.ts";
import { EndpointError, type EndpointVariable, endpointOf } from "./endpoint.ts";
import { readAnswer } from "./read-body.ts";
import { MAX_ERROR_CHARACTERS, truncate } from "./truncate.ts";

/** The longest is CloudWatch's of a page of metric data: 100,800 points, each with its time. */
const MAX_ANSWER_BYTES = 8 * MiB;

/** A service of AWS, as its addresses and signatures name it and as people do. */
export interface AwsService {
  /** In signatures. */
  id: string;
  /** In its addresses: {host}.{region}.amazonaws.com. */
  host: string;
  name: string;
}

/** What a service refused or failed with, in its own words. */
export class AwsError extends Error {
  /** As InvalidParameterValueException; empty where there is none. */
  readonly type: string;
  /** 0 where nothing was asked, for want of credentials. */
  readonly status: number;

  constructor(message: string, type = "", status = 0) {
    super(truncate(message, MAX_ERROR_CHARACTERS));
    this.type = type;
    this.status = status;
  }
}

interface Credentials {
  AWS_ACCESS_KEY_ID?: string | undefined;
  AWS_SECRET_ACCESS_KEY?: string | undefined;
  /** Of credentials that last some hours only. */
  AWS_SESSION_TOKEN?: string | undefined;
}

interface Call<Variable extends EndpointVariable> {
  region: string;
  /** Names another address than Amazon's own, without a path. */
  endpoint: Variable;
  path: string;
  method?: "GET" | "POST";
  headers?: Record<string, string>;
  input?: object;
  /** How often it is asked again after a 5xx or 429. */
  retries: number;
}

/** One signed call. @throws AwsError with the service's own words for any answer but a success */
export async function callAws<Variable extends EndpointVariable>(
  env: Credentials & Pick<Env, Variable | "STATUS_PAGE_URL">,
  service: AwsService,
  call: Call<Variable>,
): Promise<unknown> {
  const {
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_SESSION_TOKEN: sessionToken,
  } = env;
  if (!accessKeyId || !secretAccessKey) {
    throw new AwsError(
      "The Worker has no AWS credentials: set the secrets AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.",
    );
  }
  const { region, endpoint, path, method = "POST", headers = {}, input, retries } = call;
  const aws = new AwsClient({
    accessKeyId,
    secretAccessKey,
    ...(sessionToken !== undefined && { sessionToken }),
    region,
    service: service.id,
    retries,
  });
  const usual = `https://${service.host}.${region}.amazonaws.com`;
  const url = new URL(path, endpointOf(env, endpoint, usual));
  const response = await aws.fetch(url, {
    method,
    headers,
    ...(input && { body: JSON.stringify(input) }),
    signal: AbortSignal.timeout(10_000),
  });
  const text = await readAnswer(response, MAX_ANSWER_BYTES);
  if (!response.ok) throw awsError(service, response, text);
  return JSON.parse(text);
}

/** Its type stands in the header where the protocol is REST, and in the body where it is not. */
function awsError({ name }: AwsService, { status, headers }: Response, text: string): AwsError {
  const { __type = "", message, Message } = parseError(text);
  const type = headers.get("x-amzn-errortype")?.split(":")[0] ?? String(__type).replace(/^.*#/, "");
  return new AwsError(String(message || Message || `${name} answered with status ${status}.`), type, status);
}

/** An error's body, which need not be what the service itself has sent. */
function parseError(text: string): { __type?: unknown; message?: unknown; Message?: unknown } {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}

/** What went wrong with a call, in a sentence: the service's own, if it said any. */
export function awsErrorMessage({ name }: AwsService, error: unknown): string {
  if (error instanceof AwsError || error instanceof EndpointError) return error.message;
  if (error instanceof Error && error.name === "TimeoutError")
    return `${name} did not answer within 10 seconds.`;
  if (error instanceof z.ZodError || error instanceof SyntaxError || error instanceof RangeError)
    return `${name} sent an answer that can't be read.`;
  return `${name} could not be reached.`;
}
