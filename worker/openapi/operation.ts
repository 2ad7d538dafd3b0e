import type * as z from "zod";
import { scopesAllowing } from "../settings/domain.ts";
import { KiB, MiB } from "../storage/domain.ts";
import type { DescribedParameter, Facts } from "./call.ts";
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
function securityOf({ access, scope }: Facts): Operation["security"] {
  if (access === "administrator") return administrator;
  if (access === "visitor") return [{}, ...administrator];
  return scope ? [{ apiKey: [] }] : [];
}

type MergedFacts = Facts & Required<Pick<Facts, "parameters" | "headers" | "answers" | "refuses">>;

function mergeFacts(parts: Facts[]): MergedFacts {
  const parameters = parts.flatMap((facts) => facts.parameters ?? []);
  return {
    ...Object.assign({}, ...parts),
    // Two middlewares can describe the same parameter, for example If-None-Match.
    parameters: [...new Map(parameters.map((each) => [`${each.in} ${each.name}`, each])).values()],
    headers: parts.flatMap(({ headers = [] }) => headers),
    answers: Object.assign({}, ...parts.map(({ answers }) => answers)),
    refuses: parts.flatMap(({ refuses = [] }) => refuses),
  };
}

export function operation(path: string, text: OperationText, parts: Facts[]): Operation {
  const facts = mergeFacts(parts);
  const scopes = facts.scope && scopesAllowing[facts.scope];
  const parameters = [...pathParameters(path), ...facts.parameters.map(parameter)];
  return {
    operationId: text.operationId,
    summary: text.summary,
    description: scopes ? `${text.description}\n\n${scopesText(scopes)}` : text.description,
    tags: [text.tag],
    security: securityOf(facts),
    ...(scopes && { "x-api-key-scopes": [...scopes] }),
    ...(parameters.length > 0 && { parameters }),
    ...(facts.body && {
      requestBody: {
        required: !facts.bodyIsOptional,
        description: bodyText(facts),
        content: { "application/json": { schema: schemaOf(facts.describedBody ?? facts.body) } },
      },
    }),
    responses: { ...responsesOf(facts), ...refusalsOf(path, facts.refuses) },
  };
}

function scopesText(scopes: readonly string[]): string {
  return `Needs an API key with the scope ${scopes.map((scope) => `\`${scope}\``).join(" or ")}.`;
}

function bodyText({ maxBytes = 0, bodyIsOptional }: Facts): string {
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

function responsesOf({ answers, headers }: MergedFacts): Operation["responses"] {
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
