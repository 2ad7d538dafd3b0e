import { AwsClient } from "aws4fetch";
import * as z from "zod";
import { MiB } from "../../shared/domain.ts";
import { MAX_ERROR_CHARACTERS, truncate } from "../../shared/truncate.ts";
import { EndpointError, type EndpointVariable, endpointAddress } from "../endpoint.ts";
import { readText } from "../read-body.ts";

/** A page of CloudWatch's metric data has up to 100,800 points, each with its time. */
const MAX_RESPONSE_BYTES = 8 * MiB;

export interface AwsService {
  signingName: string;
  /** The part of its host name before `.{region}.amazonaws.com`. */
  hostPrefix: string;
  name: string;
}

export class AwsError extends Error {
  /** For example `InvalidParameterValueException`, or an empty string. */
  readonly type: string;
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
  AWS_SESSION_TOKEN?: string | undefined;
}

interface Call<Variable extends EndpointVariable> {
  region: string;
  endpoint: Variable;
  path: string;
  method?: "GET" | "POST";
  headers?: Record<string, string>;
  input?: object;
  retries: number;
}

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
    service: service.signingName,
    retries,
  });
  const defaultAddress = `https://${service.hostPrefix}.${region}.amazonaws.com`;
  const url = new URL(path, endpointAddress(env, endpoint, defaultAddress));
  const response = await aws.fetch(url, {
    method,
    headers,
    ...(input && { body: JSON.stringify(input) }),
    signal: AbortSignal.timeout(10_000),
  });
  const text = await readText(response, MAX_RESPONSE_BYTES);
  if (!response.ok) throw awsError(service, response, text);
  return JSON.parse(text);
}

/** REST services send the error's type in a header, the others in the body. */
function awsError({ name }: AwsService, { status, headers }: Response, text: string): AwsError {
  const { __type = "", message, Message } = parseError(text);
  const type = headers.get("x-amzn-errortype")?.split(":")[0] ?? String(__type).replace(/^.*#/, "");
  return new AwsError(String(message || Message || `${name} answered with status ${status}.`), type, status);
}

function parseError(text: string): { __type?: unknown; message?: unknown; Message?: unknown } {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}

export function awsErrorMessage({ name }: AwsService, error: unknown): string {
  if (error instanceof AwsError || error instanceof EndpointError) return error.message;
  if (error instanceof Error && error.name === "TimeoutError")
    return `${name} did not answer within 10 seconds.`;
  if (error instanceof z.ZodError || error instanceof SyntaxError || error instanceof RangeError)
    return `${name} sent an answer that can't be read.`;
  return `${name} could not be reached.`;
}
