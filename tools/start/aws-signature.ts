import { createHash } from "node:crypto";
import { Sha256 } from "@aws-crypto/sha256-js";
import { SignatureV4 } from "@smithy/signature-v4";
import { MINUTE_MS } from "../../worker/time/domain.ts";

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

/** Why a request is refused, as AWS has it. */
export class ServiceError extends Error {
  readonly type: string;
  readonly status: number;

  constructor(status: number, type: string, message: string) {
    super(message);
    this.status = status;
    this.type = type;
  }
}

const LEEWAY_MS = 5 * MINUTE_MS;

/**
 * Checks that whoever sent the request to a service has the secret key, and has signed this very request, just now:
 * AWS's own signer signs it again.
 * @returns the region that the request is for
 * @throws ServiceError with AWS's words
 */
export async function checkSignature(
  request: SignedRequest,
  { service, credentials, now = Date.now() }: { service: string; credentials: Credentials; now?: number },
): Promise<string> {
  const { headers, body } = request;
  const { authorization = "" } = headers;
  if (authorization === "") {
    throw new ServiceError(403, "MissingAuthenticationTokenException", "Missing Authentication Token");
  }
  const parsed =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/\d{8}\/([a-z0-9-]+)\/([a-z-]+)\/aws4_request, ?SignedHeaders=([a-z0-9;-]+), ?Signature=[0-9a-f]{64}$/.exec(
      authorization,
    );
  const [, accessKeyId, region = "", signedFor, signedHeaders = ""] = parsed ?? [];
  if (!parsed || signedFor !== service)
    throw incomplete("Authorization header is not of the form that this service takes.");
  if (accessKeyId !== credentials.accessKeyId) {
    throw new ServiceError(
      403,
      "UnrecognizedClientException",
      "The security token included in the request is invalid.",
    );
  }
  const signed = signedHeaders.split(";");
  const needed = Object.keys(headers).filter((name) => name === "host" || name.startsWith("x-amz-"));
  const missing = needed.find((name) => !signed.includes(name));
  if (missing) throw incomplete(`The header ${missing} must be signed.`);
  const time = timeOf(headers["x-amz-date"] ?? "");
  if (Math.abs(now - time) > LEEWAY_MS) {
    throw refusedSignature(`Signature expired: ${headers["x-amz-date"]} is more than 5 minutes away.`);
  }
  const payload = headers["x-amz-content-sha256"];
  if (payload !== undefined && payload !== createHash("sha256").update(body).digest("hex")) {
    throw refusedSignature("The x-amz-content-sha256 header does not match the payload.");
  }
  if (
    (await authorizationOf(request, { credentials, service, region, signed, time })) !==
    canonical(authorization)
  ) {
    throw refusedSignature(
      "The request signature we calculated does not match the signature you provided. Check your AWS Secret Access Key and signing method. Consult the service documentation for details.",
    );
  }
  return region;
}

/** The Authorization header that a request should have. */
async function authorizationOf(
  { method, path, headers, body }: SignedRequest,
  how: { credentials: Credentials; service: string; region: string; signed: string[]; time: number },
): Promise<string> {
  const signer = new SignatureV4({
    credentials: how.credentials,
    region: how.region,
    service: how.service,
    sha256: Sha256,
    applyChecksum: false, // the request's own header, where it has one, is among the signed ones
  });
  const names = new Set(how.signed);
  const { host = "" } = headers;
  const again = await signer.sign(
    {
      method,
      protocol: "http:",
      hostname: host,
      path,
      query: {},
      headers: Object.fromEntries(Object.entries(headers).filter(([name]) => names.has(name))),
      body,
    },
    { signingDate: new Date(how.time), signableHeaders: names },
  );
  return canonical(again.headers.authorization ?? "");
}

function canonical(authorization: string): string {
  return authorization.replaceAll(", ", ",");
}

/** Of 20260131T090000Z, in milliseconds; NaN for anything else. */
function timeOf(date: string): number {
  const iso = date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z");
  const time = iso === date ? Number.NaN : Date.parse(iso);
  if (Number.isNaN(time)) throw incomplete("X-Amz-Date must be in ISO 8601 basic format.");
  return time;
}

function incomplete(message: string): ServiceError {
  return new ServiceError(400, "IncompleteSignatureException", message);
}

function refusedSignature(message: string): ServiceError {
  return new ServiceError(403, "InvalidSignatureException", message);
}
