import { createHash } from "node:crypto";
import { Sha256 } from "@aws-crypto/sha256-js";
import { SignatureV4 } from "@smithy/signature-v4";
import type { Credentials, SignedRequest } from "../../../tools/start/cloudwatch.ts";
import { ServiceError } from "../../../tools/start/service-error.ts";
import { MINUTE_MS } from "../../../worker/shared/time/domain.ts";

const MAX_CLOCK_SKEW_MS = 5 * MINUTE_MS;

/**
 * Checks that the request was signed with the secret key within the last 5 minutes: AWS's own signer signs it again, and
 * both signatures must be equal.
 * @returns the region that the request is for
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
  const signedNames = signedHeaders.split(";");
  const requiredHeaders = Object.keys(headers).filter((name) => name === "host" || name.startsWith("x-amz-"));
  const missing = requiredHeaders.find((name) => !signedNames.includes(name));
  if (missing) throw incomplete(`The header ${missing} must be signed.`);
  const time = parseTime(headers["x-amz-date"] ?? "");
  if (Math.abs(now - time) > MAX_CLOCK_SKEW_MS) {
    throw refusedSignature(`Signature expired: ${headers["x-amz-date"]} is more than 5 minutes away.`);
  }
  const payload = headers["x-amz-content-sha256"];
  if (payload !== undefined && payload !== createHash("sha256").update(body).digest("hex")) {
    throw refusedSignature("The x-amz-content-sha256 header does not match the payload.");
  }
  if (
    (await expectedAuthorization(request, { credentials, service, region, signedNames, time })) !==
    canonical(authorization)
  ) {
    throw refusedSignature(
      "The request signature we calculated does not match the signature you provided. Check your AWS Secret Access Key and signing method. Consult the service documentation for details.",
    );
  }
  return region;
}

async function expectedAuthorization(
  { method, path, headers, body }: SignedRequest,
  options: { credentials: Credentials; service: string; region: string; signedNames: string[]; time: number },
): Promise<string> {
  const signer = new SignatureV4({
    credentials: options.credentials,
    region: options.region,
    service: options.service,
    sha256: Sha256,
    applyChecksum: false, // the checksum header, if the request has one, is already among the signed headers
  });
  const names = new Set(options.signedNames);
  const { host = "" } = headers;
  const expected = await signer.sign(
    {
      method,
      protocol: "http:",
      hostname: host,
      path,
      query: {},
      headers: Object.fromEntries(Object.entries(headers).filter(([name]) => names.has(name))),
      body,
    },
    { signingDate: new Date(options.time), signableHeaders: names },
  );
  return canonical(expected.headers.authorization ?? "");
}

function canonical(authorization: string): string {
  return authorization.replaceAll(", ", ",");
}

function parseTime(date: string): number {
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
