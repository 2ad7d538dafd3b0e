import type { Answer, JSONSchema, Operation, Parameter } from "../../../worker/openapi/schema.ts";
import { Example, InlineCode, SchemaType } from "./docs-schema.tsx";
import { Markdown } from "./markdown.tsx";

const colors: Record<string, string> = { GET: "blue", POST: "green", PATCH: "orange", DELETE: "red" };

interface CallView {
  method: string;
  path: string;
  operation: Operation;
  schemas: Record<string, JSONSchema>;
}

function Address({ method, path }: Pick<CallView, "method" | "path">) {
  return (
    <>
      <span className={`method ${colors[method] ?? "grey"}`}>{method}</span>{" "}
      <span className="path">{path}</span>
    </>
  );
}

export function Call({ method, path, operation, schemas }: CallView) {
  const { operationId, summary, description, parameters = [], requestBody, responses } = operation;
  const successes = Object.entries(responses).flatMap(([status, answer]) =>
    "$ref" in answer || Number(status) >= 400 ? [] : [{ status, answer }],
  );
  const refusals = Object.keys(responses).filter((status) => Number(status) >= 400);
  return (
    <article className="card notice call" id={operationId} aria-labelledby={`${operationId}-name`}>
      <h3 id={`${operationId}-name`}>
        <a href={`#${operationId}`}>{summary}</a>
      </h3>
      <p className="address">
        <Address method={method} path={path} />
      </p>
      <Markdown text={description} />
      <dl>
        <dt>Who may</dt>
        <dd>{whoMay(operation)}</dd>
        {parameters.map((parameter) => (
          <ParameterRow key={parameter.name} {...parameter} />
        ))}
        {requestBody && (
          <>
            <dt>Body</dt>
            <dd>
              <Content content={requestBody.content} />
              <p className="more">
                <InlineCode text={requestBody.description} />
              </p>
              <ExampleOf content={requestBody.content} schemas={schemas} />
            </dd>
          </>
        )}
        {successes.map(({ status, answer }) => [
          <dt key={status}>{status}</dt>,
          <dd key={`${status} means`}>
            <AnswerText answer={answer} />
            <ExampleOf content={answer.content} schemas={schemas} />
          </dd>,
        ])}
        <dt>Refusals</dt>
        <dd>
          {refusals.map((status, at) => [
            at > 0 && ", ",
            <a key={status} href={`#refusal-${status}`}>
              {status}
            </a>,
          ])}
        </dd>
      </dl>
    </article>
  );
}

/** The first requirement applies to everyone: `{}` admits everybody, and an empty list needs no authorization. */
function whoMay({ security: [first, ...others], "x-api-key-scopes": scopes }: Operation): string {
  if (scopes) return `API keys with the scope ${scopes.join(" or ")}`;
  if (!first) return "Everyone";
  if (Object.keys(first).length === 0 && others.length > 0) return "Everyone; with fresh=1 administrators";
  return "Administrators";
}

function ParameterRow({ name, in: where, description, schema, content }: Parameter) {
  return (
    <>
      <dt>
        <code>{where === "path" ? `{${name}}` : where === "query" ? `?${name}=` : name}</code>
      </dt>
      <dd>
        {schema && <SchemaType schema={schema} />}
        {content && <Content content={content} />}
        <p className="more">
          <InlineCode text={description} />
        </p>
      </dd>
    </>
  );
}

function AnswerText({ answer }: { answer: Answer }) {
  return (
    <>
      {answer.content ? <Content content={answer.content} /> : "No body."}
      <p className="more">
        <InlineCode text={answer.description} />
      </p>
      <HeaderNames answer={answer} />
    </>
  );
}

function HeaderNames({ answer: { headers = {} } }: { answer: Answer }) {
  return Object.entries(headers).map(([name, { description }]) => (
    <p key={name} className="more">
      <code>{name}</code>: <InlineCode text={description} />
    </p>
  ));
}

function Content({ content }: { content: Record<string, { schema: JSONSchema }> }) {
  return Object.entries(content).map(([type, { schema }], at) => (
    <span key={type}>
      {at > 0 && " or "}
      {type === "application/json" ? <SchemaType schema={schema} /> : <code>{type}</code>}
    </span>
  ));
}

function ExampleOf({ content, schemas }: { content: Answer["content"]; schemas: CallView["schemas"] }) {
  const schema = content?.["application/json"]?.schema;
  const example = schema && exampleOf(schema, schemas);
  return example === undefined ? null : <Example value={example} />;
}

function exampleOf({ $ref, items, examples }: JSONSchema, schemas: CallView["schemas"]): unknown {
  if ($ref !== undefined) return exampleOf(schemas[$ref.split("/").at(-1) ?? ""] ?? {}, {});
  const one = items ? exampleOf(items, schemas) : examples?.[0];
  return items && one !== undefined ? [one] : one;
}
