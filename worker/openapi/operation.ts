import type * as z from "zod";
import { scopesAllowing } from "../settings/domain.ts";
import type { Facts, StatedParameter } from "./call.ts";
import type { OperationText } from "./operation-text.ts";
import { pathParameters } from "./path-parameters.ts";
import { headed, refusalsOf } from "./refusals.ts";
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

type Together = Facts & Required<Pick<Facts, "parameters" | "headers" | "answers" | "refuses">>;

function together(stated: Facts[]): Together {
  const parameters = stated.flatMap((facts) => facts.parameters ?? []);
  return {
    ...Object.assign({}, ...stated),
    // Two middlewares can describe the same parameter, for example If-None-Match.
    parameters: [...new Map(parameters.map((each) => [`${each.in} ${each.name}`, each])).values()],
    headers: stated.flatMap(({ headers = [] }) => headers),
    answers: Object.assign({}, ...stated.map(({ answers }) => answers)),
    refuses: stated.flatMap(({ refuses = [] }) => refuses),
  };
}

export function operation(path: string, text: OperationText, stated: Facts[]): Operation {
  const facts = together(stated);
  const scopes = facts.scope && scopesAllowing[facts.scope];
  const parameters = [...pathParameters(path), ...facts.parameters.map(parameter)];
  return {
    operationId: text.operationId,
    summary: text.summary,
    description: scopes ? `${text.description}\n\n${keysOf(scopes)}` : text.description,
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
    responses: { ...answersOf(facts), ...refusalsOf(path, facts.refuses) },
  };
}

function keysOf(scopes: readonly string[]): string {
  return `Needs an API key with the scope ${scopes.map((scope) => `\`${scope}\``).join(" or ")}.`;
}

function bodyText({ maxBytes = 0, bodyIsOptional }: Facts): string {
  const size =
    maxBytes >= 1024 * 1024 ? `${maxBytes / (1024 * 1024)} MiB` : `${Math.round(maxBytes / 1024)} KiB`;
  const types = "`Content-Type` can be `application/json`, `text/plain` or missing.";
  return `JSON in UTF-8, at most ${size}. ${types}${bodyIsOptional ? " The body is optional." : ""}`;
}

/** OpenAPI describes a JSON parameter with `content` and has no place for its length. */
function parameter({ json, ...stated }: StatedParameter): Parameter {
  if (!json) return stated;
  const { schema: _, ...rest } = stated;
  return { ...rest, content: { "application/json": { schema: schemaOf(json) } } };
}

function answersOf({ answers, headers }: Together): Operation["responses"] {
  const all: Operation["responses"] = {};
  for (const [status, body] of Object.entries(answers)) {
    all[status] = {
      ...headed({ description: successes[Number(status)] ?? "", headers: status === "304" ? [] : headers }),
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
