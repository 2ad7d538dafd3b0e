import type * as z from "zod";
import { scopesAllowing } from "../settings/domain.ts";
import { KiB, MiB } from "../storage/domain.ts";
import type { CallDescription, DescribedParameter } from "./call.ts";
import type { OperationText } from "./operation-text.ts";
import { pathParameters } from "./path-parameters.ts";
import { refusalsOf, withHeaders } from "./refusals.ts";
import type { Answer, Operation, Parameter } from "./schema.ts";
import { schemaOf } from "./shapes.ts";

const successes: Record<number, string> = {
  200: "Success.",
  201: "Created.",
  204: "Deleted, or already deleted before.",
  304: "Nothing has changed since the response whose `ETag` was sent in `If-None-Match`.",
};

const administrator: Operation["security"] = [{ token: [] }, { rawToken: [] }];
function securityOf({ access, scope }: CallDescription): Operation["security"] {
  if (access === "administrator") return administrator;
  if (access === "visitor") return [{}, ...administrator];
  return scope ? [{ apiKey: [] }] : [];
}

type MergedDescription = CallDescription &
  Required<Pick<CallDescription, "parameters" | "headers" | "answers" | "refuses">>;

function mergeDescriptions(parts: CallDescription[]): MergedDescription {
  const parameters = parts.flatMap((description) => description.parameters ?? []);
  return {
    ...Object.assign({}, ...parts),
    // Two middlewares can describe the same parameter, for example If-None-Match.
    parameters: [...new Map(parameters.map((each) => [`${each.in} ${each.name}`, each])).values()],
    headers: parts.flatMap(({ headers = [] }) => headers),
    answers: Object.assign({}, ...parts.map(({ answers }) => answers)),
    refuses: parts.flatMap(({ refuses = [] }) => refuses),
  };
}

export function operation(path: string, text: OperationText, parts: CallDescription[]): Operation {
  const description = mergeDescriptions(parts);
  const scopes = description.scope && scopesAllowing[description.scope];
  const parameters = [...pathParameters(path), ...description.parameters.map(parameter)];
  return {
    operationId: text.operationId,
    summary: text.summary,
    description: scopes ? `${text.description}\n\n${scopesText(scopes)}` : text.description,
    tags: [text.tag],
    security: securityOf(description),
    ...(scopes && { "x-api-key-scopes": [...scopes] }),
    ...(parameters.length > 0 && { parameters }),
    ...(description.body && {
      requestBody: {
        required: !description.bodyIsOptional,
        description: bodyText(description),
        content: { "application/json": { schema: schemaOf(description.describedBody ?? description.body) } },
      },
    }),
    responses: { ...responsesOf(description), ...refusalsOf(path, description.refuses) },
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

/** OpenAPI describes a JSON parameter with `content` and has no place for its length. */
function parameter({ json, ...described }: DescribedParameter): Parameter {
  if (!json) return described;
  const { schema: _, ...rest } = described;
  return { ...rest, content: { "application/json": { schema: schemaOf(json) } } };
}

function responsesOf({ answers, headers }: MergedDescription): Operation["responses"] {
  const all: Operation["responses"] = {};
  for (const [status, body] of Object.entries(answers)) {
    all[status] = {
      ...withHeaders({
        description: successes[Number(status)] ?? "",
        headers: status === "304" ? [] : headers,
      }),
      ...(body && { content: contentOf(body) }),
    };
  }
  return all;
}

function contentOf(body: z.ZodType | string[]): NonNullable<Answer["content"]> {
  if (!Array.isArray(body)) return { "application/json": { schema: schemaOf(body) } };
  return Object.fromEntries(
    body.map((type) => [
      type,
      { schema: { type: "string", ...(!type.startsWith("text/") && { format: "binary" }) } },
    ]),
  );
}
