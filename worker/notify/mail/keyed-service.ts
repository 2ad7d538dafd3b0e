import { type EndpointVariable, endpointAddress } from "../../http/endpoint.ts";
import { readText } from "../../http/read-body.ts";
import { KiB } from "../../shared/domain.ts";
import { MINUTE_MS } from "../../shared/time/domain.ts";
import { MAX_ERROR_CHARACTERS, truncate } from "../../shared/truncate.ts";
import { decrypt } from "../../storage/secret-key.ts";
import { retryAfterMs } from "../endpoints/retries.ts";
import { MailError, type MailFault } from "./provider.ts";

const MAX_ANSWER_BYTES = 64 * KiB;
/** As for Amazon SES. A send that hangs for longer than a run's lease would be repeated beside it. */
const TIMEOUT_MS = 10_000;

interface Call<Variable extends EndpointVariable> {
  /** The service's name, for errors. */
  service: string;
  endpoint: Variable;
  defaultAddress: string;
  path: string;
  headers: (key: string) => Record<string, string>;
  input: object;
  encryptedKey: string;
}

/** A quota can be for a day, but an administrator may have it raised earlier. */
const MAX_RETRY_AFTER_MS = 15 * MINUTE_MS;

export interface Answer {
  status: number;
  /** 0 unless the service asks for a pause. */
  retryAfterMs: number;
  headers: Headers;
  /** It is empty if the service sent no JSON object. */
  fields: Record<string, unknown>;
}

/**
 * Sends JSON to a service that has one key.
 * @throws MailError `service` if nothing came back, or if the key can't be read
 */
export async function callMailService<Variable extends EndpointVariable>(
  env: Env,
  { service, endpoint, defaultAddress, path, headers, input, encryptedKey }: Call<Variable>,
): Promise<Answer> {
  const key = await decrypt(env, "mail-key", encryptedKey);
  if (key === undefined)
    throw new MailError(`The key of ${service} can't be read. Enter it again.`, "service");
  try {
    const response = await fetch(new URL(path, endpointAddress(env, endpoint, defaultAddress)), {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json", ...headers(key) },
      body: JSON.stringify(input),
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const fields = parseObject(await readText(response, MAX_ANSWER_BYTES));
    const { status, headers: responseHeaders } = response;
    const wait = retryAfterMs(responseHeaders.get("Retry-After"), Date.now());
    return { status, headers: responseHeaders, fields, retryAfterMs: Math.min(wait, MAX_RETRY_AFTER_MS) };
  } catch (cause) {
    const isLate = cause instanceof Error && cause.name === "TimeoutError";
    const message = isLate
      ? `${service} did not answer within 10 seconds.`
      : `${service} could not be reached.`;
    throw new MailError(message, "service", { cause });
  }
}

/** It is what bounces name. It says whose ID it is, because it is no Message-ID. */
export function serviceID(provider: "resend" | "postmark", id: unknown): string {
  return typeof id === "string" && /^[\w-]{1,100}$/.test(id) ? `${provider}:${id}` : "";
}

/** The service's own words, which name what an administrator can change. */
export function refusal(service: string, { status }: Answer, message: unknown, fault: MailFault): MailError {
  const text = typeof message === "string" ? message.trim() : "";
  return new MailError(
    truncate(text || `${service} answered with status ${status}.`, MAX_ERROR_CHARACTERS),
    fault,
  );
}

function parseObject(text: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}
