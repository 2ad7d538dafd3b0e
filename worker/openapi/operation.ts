import type * as z from "zod";
import { ErrorAnswer } from "../schema.ts";
import type { Facts } from "./call.ts";
import type { Answer, Operation, Parameter, ResponseHeader } from "./schema.ts";
import { schemaOf } from "./shapes.ts";

const meanings: Record<number, string> = {
  200: "Success.",
  201: "It has been created.",
  204: "It is gone, or was before.",
  304: "Unchanged since the answer whose ETag was sent in If-None-Match.",
  400: "Something in the request is not as it has to be.",
  401: "No valid credentials.",
  403: "Not allowed: the caller is not an administrator, or the sender is not trusted.",
  404: "There is no such thing.",
  409: "Somebody else changed it meanwhile, or deleted what it refers to. Nothing has been saved.",
  413: "The body is too large.",
  415: "The body is of a type that is not taken here.",
  422: "The Idempotency-Key was used for another request.",
  429: "Too many requests.",
  502: "The service that had to be asked refused or failed, with its own words.",
  503: "The service is busy or down for a moment.",
};

const retryAfter = { name: "Retry-After", description: "In how many seconds to try again.", required: true };

const administrator: Operation["security"] = [{ token: [] }, { rawToken: [] }];
function securityOf({ access, scope }: Facts): Operation["security"] {
  if (access === "administrator") return administrator;
  if (access === "visitor") return [{}, ...administrator];
  return scope ? [{ apiKey: [scope] }] : [];
}

/** The whole address can have no more: request-limits.ts. */
const MAX_PARAMETER_CHARACTERS = 2048;

type Together = Facts & Required<Pick<Facts, "parameters" | "headers" | "answers" | "refuses">>;

function together(stated: Facts[]): Together {
  return {
    ...Object.assign({}, ...stated),
    parameters: stated.flatMap(({ parameters = [] }) => parameters),
    headers: stated.flatMap(({ headers = [] }) => headers),
    answers: Object.assign({}, ...stated.map(({ answers }) => answers)),
    refuses: stated.flatMap(({ refuses = [] }) => refuses),
  };
}

/** One call, from what its middlewares state one after the other. */
export function operation(method: string, path: string, stated: Facts[]): Operation {
  const facts = together(stated);
  const words = path.split(/[^0-9A-Za-z]+/).filter((word) => word !== "" && word !== "api");
  const parameters = [...pathParameters(path), ...facts.parameters];
  return {
    operationId: method.toLowerCase() + words.map(capital).join(""),
    summary: facts.summary ?? "",
    tags: [facts.tag ?? tagOf(words)],
    security: securityOf(facts),
    ...(parameters.length > 0 && { parameters }),
    ...(facts.body && {
      requestBody: {
        required: !facts.bodyIsOptional,
        description: "JSON, also when it is declared as text/plain or not at all.",
        content: { "application/json": { schema: schemaOf(facts.body) } },
      },
    }),
    responses: { ...answersOf(facts), ...refusalsOf(path, facts.refuses) },
  };
}

function pathParameters(path: string): Parameter[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string", maxLength: MAX_PARAMETER_CHARACTERS },
  }));
}

function tagOf([first = "", ...words]: string[]): string {
  return first === "v0" ? "With an API key" : capital(first === "public" ? (words[0] ?? "") : first);
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function answersOf({ answers, headers }: Together): Operation["responses"] {
  const all: Operation["responses"] = {};
  for (const [status, body] of Object.entries(answers)) {
    all[status] = {
      ...meaning(Number(status), status === "304" ? [] : headers),
      ...(body && { content: contentOf(body) }),
    };
  }
  return all;
}

function contentOf(body: z.ZodType | string[]): NonNullable<Answer["content"]> {
  if (!Array.isArray(body)) return { "application/json": { schema: schemaOf(body) } };
  return Object.fromEntries(body.map((type) => [type, { schema: {} }]));
}

/** Any call can be a 503. */
function refusalsOf(path: string, refuses: number[]): Operation["responses"] {
  const body = path.startsWith("/api/") ? ErrorAnswer : ["text/html"];
  return Object.fromEntries(
    [...refuses, 503].map((status) => [
      status,
      {
        ...meaning(status, status === 429 || status === 503 ? [retryAfter] : []),
        content: contentOf(body),
      },
    ]),
  );
}

function meaning(status: number, headers: ResponseHeader[]): Answer {
  const described = headers.map(({ name, description, required }) => [
    name,
    { description, ...(required && { required }), schema: { type: "string" } },
  ]);
  return {
    description: meanings[status] ?? "",
    ...(headers.length > 0 && { headers: Object.fromEntries(described) }),
  };
}
