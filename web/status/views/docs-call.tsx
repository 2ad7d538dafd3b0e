import type {
  JSONSchema,
  OpenAPIDocument,
  Operation,
  Parameter,
  ResponseObject,
} from "../../../worker/openapi/schema.ts";
import {
  type CallAddress,
  type DocumentedCall,
  exampleOf,
  nameOf,
  parametersOf,
  successesOf,
} from "./docs-calls.ts";
import { examplesOf, jsonText } from "./docs-examples.ts";
import { Code, Fields, InlineCode, SchemaType } from "./docs-schema.tsx";
import { usePageContext } from "./language.tsx";
import { Markdown } from "./markdown.tsx";

const colors: Record<string, string> = { GET: "blue", POST: "green", PATCH: "orange", DELETE: "red" };

interface CallView {
  call: DocumentedCall;
  document: OpenAPIDocument;
}

export function Call({ call, document }: CallView) {
  const { id, summary, description, addresses } = call;
  const otherIDs = addresses.map(({ operation }) => operation.operationId).filter((each) => each !== id);
  return (
    <article className="card call" id={id} aria-labelledby={`${id}-name`}>
      <div>
        <h2 id={`${id}-name`}>
          <a id={otherIDs[0]} href={`#${id}`}>
            {summary}
          </a>
        </h2>
        {addresses.map((address) => (
          <Address key={address.path} {...address} />
        ))}
        <Markdown text={description} />
        <Input call={call} document={document} />
      </div>
      <CallExamples call={call} document={document} />
    </article>
  );
}

function Address({ method, path, operation }: CallAddress) {
  return (
    <p className="address">
      <span>
        <span className={`method ${colors[method] ?? "grey"}`}>{method}</span>{" "}
        <span className="path">{path}</span>
      </span>{" "}
      <span className="more">{describeAccess(operation)}</span>
    </p>
  );
}

/** OpenAPI's requirement `{}` makes credentials optional, and an empty list means that there are none. */
function describeAccess({ security: [first, ...others], "x-api-key-scopes": scopes }: Operation): string {
  if (scopes) return `API keys with the scope ${scopes.join(" or ")}`;
  if (!first) return "Everyone";
  if (Object.keys(first).length === 0 && others.length > 0) return "Everyone; with fresh=1 administrators";
  return "Administrators";
}

function Input({ call, document }: CallView) {
  const [{ operation }] = call.addresses;
  const { requestBody } = operation;
  const parameters = parametersOf(call);
  const visible = parameters.filter(({ in: where, name }) => where === "query" && name !== "fresh");
  const others = parameters.filter((parameter) => !visible.includes(parameter));
  return (
    <>
      {visible.length > 0 && (
        <details open>
          <summary>Parameters</summary>
          <Parameters parameters={visible} />
        </details>
      )}
      {others.length > 0 && (
        <details>
          <summary>{others.map(({ name }) => name).join(", ")}</summary>
          <Parameters parameters={others} />
        </details>
      )}
      {requestBody && (
        <details open>
          <summary>Body</summary>
          <p className="more">
            <Content content={requestBody.content} /> <InlineCode text={requestBody.description} />
          </p>
          <BodyFields content={requestBody.content} document={document} />
        </details>
      )}
      <p className="more errors">
        Errors:{" "}
        {errorStatusesOf(call).map((status, index) => [
          index > 0 && ", ",
          <a key={status} href={`/api/docs#error-${status}`}>
            {status}
          </a>,
        ])}
      </p>
    </>
  );
}

function errorStatusesOf({ addresses }: DocumentedCall): string[] {
  const statuses = addresses.flatMap(({ operation }) => Object.keys(operation.responses));
  return [...new Set(statuses)].filter((status) => Number(status) >= 400).sort();
}

function Parameters({ parameters }: { parameters: (Parameter & { only?: string })[] }) {
  return (
    <dl>
      {parameters.map(({ name, in: where, description, schema, content, only }) => [
        <dt key={name}>
          <code>{where === "path" ? `{${name}}` : where === "query" ? `?${name}=` : name}</code>
        </dt>,
        <dd key={`${name} means`}>
          {schema && <SchemaType schema={schema} />}
          {content && <Content content={content} />}
          <p className="more">
            <InlineCode text={description} />
            {only !== undefined && ` Only under ${only.startsWith("/api/v0/") ? "/api/v0" : "/api"}.`}
          </p>
        </dd>,
      ])}
    </dl>
  );
}

function BodyFields({
  content,
  document: { components },
}: Pick<CallView, "document"> & { content: Record<string, { schema: JSONSchema }> }) {
  const $ref = content["application/json"]?.schema.$ref;
  const schema = $ref === undefined ? undefined : components.schemas[nameOf($ref)];
  if (!schema) return null;
  return (
    <>
      {schema.description !== undefined && (
        <p className="more">
          <InlineCode text={schema.description} />
        </p>
      )}
      {schema.properties && <Fields schema={schema} />}
    </>
  );
}

function CallExamples({ call, document }: CallView) {
  const { origin } = usePageContext();
  const [address] = call.addresses;
  const examples = examplesOf(address, document, origin);
  return (
    <div className="examples">
      {examples && (
        <>
          <h3>curl</h3>
          <Code text={examples.curl} className="curl" />
          <h3>TypeScript</h3>
          <Code text={examples.typeScript} className="typescript" />
        </>
      )}
      {successesOf(address.operation).map(({ status, response }) => (
        <details key={status}>
          <summary>Response {status}</summary>
          <Answer response={response} document={document} />
        </details>
      ))}
    </div>
  );
}

function Answer({
  response: { content, description, headers = {} },
  document,
}: Pick<CallView, "document"> & { response: ResponseObject }) {
  const example = exampleOf(content?.["application/json"]?.schema, document);
  return (
    <>
      <p className="more">
        {content ? <Content content={content} /> : "No body"}. <InlineCode text={description} />
      </p>
      {Object.entries(headers).map(([name, header]) => (
        <p key={name} className="more">
          <code>{name}</code>: <InlineCode text={header.description} />
        </p>
      ))}
      {example !== undefined && <Code text={jsonText(example)} className="json" />}
    </>
  );
}

function Content({ content }: { content: Record<string, { schema: JSONSchema }> }) {
  return Object.entries(content).map(([type, { schema }], index) => (
    <span key={type}>
      {index > 0 && " or "}
      {type === "application/json" ? <SchemaType schema={schema} /> : <code>{type}</code>}
    </span>
  ));
}
