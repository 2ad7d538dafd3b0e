import * as z from "zod";
import { entities } from "../entities/registry.ts";
import { isForPrograms } from "../http/not-found.ts";
import { ErrorResponse } from "../http/schema.ts";
import { toJSONSchema } from "./json-schema.ts";
import type { Reference, ResponseHeader, ResponseObject } from "./schema.ts";

/** `current` can be any item that takes `If-Match`. */
const DescribedErrorResponse = ErrorResponse.extend({
  current: z
    .union(Object.values(entities).flatMap(({ items }) => items))
    .optional()
    .describe("What is stored now, in a 409 after a stale `If-Match`."),
}).meta({ id: "ErrorAnswer", description: "The body of every error response." });

const retryAfter: ResponseHeader = {
  name: "Retry-After",
  description: "The number of seconds to wait before trying again.",
  required: true,
};

interface Kind {
  name: string;
  description: string;
  headers?: ResponseHeader[];
}

const kinds: Record<number, Kind> = {
  400: {
    name: "BadRequest",
    description:
      "Invalid request. Nothing was changed. `errors` lists every reason with the path of the field.",
  },
  401: {
    name: "Unauthorized",
    description: "The token or the API key is missing, expired or invalid.",
  },
  403: {
    name: "Forbidden",
    description:
      "The caller isn't allowed to do this: not an administrator, a key without the scope, or an untrusted sender.",
  },
  404: { name: "NotFound", description: "Not found. It may have been deleted." },
  409: {
    name: "Conflict",
    description:
      "Conflict: someone else changed or deleted this, it refers to something deleted, or a limit on the number of items is reached. Nothing was changed. After a stale `If-Match`, `current` has what is stored now.",
  },
  410: { name: "Gone", description: "It is too late to undo this, or it was undone already." },
  413: { name: "ContentTooLarge", description: "The body is larger than this call accepts." },
  414: { name: "URITooLong", description: "The address is longer than this call accepts." },
  415: { name: "UnsupportedMediaType", description: "The body has a type that this call doesn't accept." },
  422: {
    name: "IdempotencyKeyReused",
    description:
      "This Idempotency-Key was already used for a different request. Nothing was changed. If that request created an item, `current` has it as it is now. To create another one, send this request with a new key.",
  },
  429: {
    name: "TooManyRequests",
    description: "Too many requests. Try again after the number of seconds in `Retry-After`.",
    headers: [retryAfter],
  },
  431: { name: "RequestHeaderFieldsTooLarge", description: "A header is longer than the API accepts." },
  502: {
    name: "BadGateway",
    description:
      "Another service that this call needs refused it or failed. `errorMessage` has that service's own message.",
  },
  503: {
    name: "ServiceUnavailable",
    description: "Temporarily unavailable. Try again after the number of seconds in `Retry-After`.",
    headers: [retryAfter],
  },
};

const commonStatuses = [414, 431, 503];

export function errorResponses(
  path: string,
  errorStatuses: number[],
): Record<string, ResponseObject | Reference> {
  const statuses = [...new Set([...errorStatuses, ...commonStatuses])];
  return Object.fromEntries(
    statuses.map((status) => {
      const kind = kindOf(status);
      return [
        status,
        isForPrograms(path)
          ? { $ref: `#/components/responses/${kind.name}` }
          : { ...withHeaders(kind), content: { "text/html": { schema: { type: "string" } } } },
      ];
    }),
  );
}

export function sharedErrorResponses(): Record<string, ResponseObject> {
  return Object.fromEntries(
    Object.values(kinds).map((kind) => [
      kind.name,
      {
        ...withHeaders(kind),
        content: { "application/json": { schema: toJSONSchema(DescribedErrorResponse) } },
      },
    ]),
  );
}

function kindOf(status: number): Kind {
  const kind = kinds[status];
  if (!kind) throw new Error(`error-responses.ts does not describe the status ${status}.`);
  return kind;
}

export function withHeaders({
  description,
  headers = [],
}: Pick<Kind, "description" | "headers">): ResponseObject {
  const describedHeaders = headers.map(({ name, description, required }) => [
    name,
    { description, ...(required && { required }), schema: { type: "string" } },
  ]);
  return {
    description,
    ...(headers.length > 0 && { headers: Object.fromEntries(describedHeaders) }),
  };
}
