import type { Answer, OpenAPIDocument, Operation } from "../../../worker/openapi/schema.ts";
import { Call } from "./docs-call.tsx";
import { Fields, InlineCode, SchemaType } from "./docs-schema.tsx";
import { Document } from "./document.tsx";
import { Markdown } from "./markdown.tsx";

interface CallEntry {
  method: string;
  path: string;
  operation: Operation;
}

export function DocsPage({ document, css }: { document: OpenAPIDocument; css: string }) {
  const { info, tags, components } = document;
  const calls = Map.groupBy(callsOf(document), ({ operation }) => operation.tags[0]);
  return (
    <Document look={{ title: info.title, css }}>
      <header className="top">
        <div className="wide">
          <a href="/">Status page</a>
        </div>
      </header>
      <main className="wide api">
        <h1>{info.title}</h1>
        <div className="intro">
          <Markdown text={info.description} />
          <p>
            For programs: <a href="/api/openapi.json">openapi.json</a> (OpenAPI {document.openapi})
          </p>
        </div>
        <h2>Who may call</h2>
        <dl>
          {Object.entries(components.securitySchemes).map(([name, scheme]) => [
            <dt key={name} id={name}>
              <code>{scheme.name ?? "Authorization"}</code>
            </dt>,
            <dd key={`${name} means`}>
              <InlineCode text={scheme.description} />
            </dd>,
          ])}
        </dl>
        <h2>Calls</h2>
        <nav className="card" aria-label="Calls">
          {tags.map(({ name }) => (
            <section key={name}>
              <h3>
                <a href={`#${idOf(name)}`}>{name}</a>
              </h3>
              <ul>
                {calls.get(name)?.map(({ operation }) => (
                  <li key={operation.operationId}>
                    <a href={`#${operation.operationId}`}>{operation.summary}</a>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </nav>
        {tags.map(({ name, description }) => (
          <section key={name} aria-labelledby={idOf(name)}>
            <h2 id={idOf(name)}>{name}</h2>
            <p className="more">{description}</p>
            {calls.get(name)?.map((call) => (
              <Call key={call.operation.operationId} {...call} schemas={components.schemas} />
            ))}
          </section>
        ))}
        <section aria-labelledby="refusals">
          <h2 id="refusals">Refusals</h2>
          <dl>
            {refusals(document).map(([status, { description }]) => [
              <dt key={status} id={`refusal-${status}`}>
                {status}
              </dt>,
              <dd key={`${status} means`}>
                <InlineCode text={description} />
              </dd>,
            ])}
          </dl>
        </section>
        <section aria-labelledby="shapes">
          <h2 id="shapes">Shapes</h2>
          {Object.entries(components.schemas).map(([name, schema]) => (
            <article key={name} className="card notice" id={name} aria-labelledby={`${name}-name`}>
              <h3 id={`${name}-name`}>{name}</h3>
              {schema.description !== undefined && (
                <p className="more">
                  <InlineCode text={schema.description} />
                </p>
              )}
              {schema.properties ? <Fields schema={schema} /> : <SchemaType schema={schema} />}
            </article>
          ))}
        </section>
        <p className="back">
          <a href="/">Current status</a>
        </p>
      </main>
      <footer className="wide" />
    </Document>
  );
}

function callsOf({ paths }: OpenAPIDocument): CallEntry[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
}

/** The shared answer of each status that calls refer to. */
function refusals({ paths, components }: OpenAPIDocument): [string, Answer][] {
  const byStatus = Object.values(paths)
    .flatMap((methods) => Object.values(methods).flatMap(({ responses }) => Object.entries(responses)))
    .flatMap(([status, answer]): [string, Answer][] => {
      const shared = "$ref" in answer && components.responses[answer.$ref.split("/").at(-1) ?? ""];
      return shared ? [[status, shared]] : [];
    });
  return [...new Map(byStatus)].sort(([one], [other]) => Number(one) - Number(other));
}

function idOf(tag: string): string {
  return tag.toLowerCase().replaceAll(" ", "-");
}
