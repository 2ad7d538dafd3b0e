import type * as z from "zod";
import {
  type CallDescription,
  type DescribedParameter,
  type MergedDescription,
  mergeDescriptions,
} from "../http/call.ts";
import { scopesAllowing } from "../settings/domain.ts";
import { KiB, MiB } from "../shared/domain.ts";
import { errorResponses, withHeaders } from "./error-responses.ts";
import { toJSONSchema } from "./json-schema.ts";
import type { OperationText } from "./operation-text.ts";
import { pathParameters } from "./path-parameters.ts";
import type { Operation, Parameter, ResponseObject } from "./schema.ts";

const successDescriptions: Record<number, string> = {
  200: "Success.",
  201: "Created.",
  202: "Accepted and stored.",
  204: "Deleted, or already deleted before.",
  304: "Nothing has changed since the response whose `ETag` was sent in `If-None-Match`.",
};

const administrator: Operation["security"] = [{ token: [] }, { rawToken: [] }];
function toSecurity({ access, scope }: CallDescription): Operation["security"] {
  if (access === "administrator") return administrator;
  if (access === "visitor") return [{}, ...administrator];
  return scope ? [{ apiKey: [] }] : [];
}

export function buildOperation(path: string, text: OperationText, parts: CallDescription[]): Operation {
  const description = mergeDescriptions(parts);
  const scopes = description.scope && scopesAllowing[description.scope];
  const parameters = [...pathParameters(path), ...description.parameters.map(buildParameter)];
  return {
    operationId: text.operationId,
    summary: text.summary,
    description: scopes ? `${text.description}\n\n${scopesText(scopes)}` : text.description,
    tags: [text.tag],
    security: toSecurity(description),
    ...(scopes && { "x-api-key-scopes": [...scopes] }),
    ...(parameters.length > 0 && { parameters }),
    ...(description.body && {
      requestBody: {
        required: !description.bodyIsOptional,
        description: bodyText(description),
        content: {
          "application/json": { schema: toJSONSchema(description.describedBody ?? description.body) },
        },
      },
    }),
    responses: { ...successResponses(description), ...errorResponses(path, description.errorStatuses) },
  };
}

function scopesText(scopes: readonly string[]): string {
  return `Needs an API key with the scope ${scopes.map((scope) => `\`${scope}\``).join(" or ")}.`;
}

function bodyText({ maxBytes = 0, bodyIsOptional }: CallDescription): string {
  const size = maxBytes >= MiB ? `${maxBytes / MiB} MiB` : `${Math.round(maxBytes / KiB)} KiB`;
  const types = "`Content-Type` can be `application/json`, `text/plain` or missing.";
  return `JSON in UTF-8, at most ${size}. ${types}${bodyIsOptional ? " The body is optional." : ""}`;
}

/** OpenAPI describes a JSON parameter with `content`, which can't express the length of its text. */
function buildParameter({ json, ...described }: DescribedParameter): Parameter {
  if (!json) return described;
  const { schema: _, ...rest } = described;
  return { ...rest, content: { "application/json": { schema: toJSONSchema(json) } } };
}

function successResponses({ responses, headers }: MergedDescription): Operation["responses"] {
  const all: Operation["responses"] = {};
  for (const [status, body] of Object.entries(responses)) {
    all[status] = {
      ...withHeaders({
        description: successDescriptions[Number(status)] ?? "",
        headers: status === "304" ? [] : headers,
      }),
      ...(body && { content: toContent(body) }),
    };
  }
  return all;
}

function toContent(body: z.ZodType | string[]): NonNullable<ResponseObject["content"]> {
  if (!Array.isArray(body)) return { "application/json": { schema: toJSONSchema(body) } };
  return Object.fromEntries(
    body.map((type) => [
      type,
      { schema: { type: "string", ...(!type.startsWith("text/") && { format: "binary" }) } },
    ]),
  );
}
