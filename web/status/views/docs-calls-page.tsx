import { Call } from "./docs-call.tsx";
import type { Docs, Task } from "./docs-calls.ts";
import { clientSetup } from "./docs-examples.ts";
import { DocsFrame } from "./docs-frame.tsx";
import { Code, Fields, InlineCode, SchemaType } from "./docs-schema.tsx";
import { usePageContext } from "./language.tsx";

export function DocsCallsPage({ docs, task, css }: { docs: Docs; task: Task; css: string }) {
  return (
    <DocsFrame docs={docs} current={task.slug} title={task.name} css={css}>
      <p className="intro">{task.description}</p>
      <div className="columns">
        <nav className="contents" aria-label="Calls">
          <ul>
            {task.calls.map(({ id, summary }) => (
              <li key={id}>
                <a href={`#${id}`}>{summary}</a>
              </li>
            ))}
          </ul>
        </nav>
        <Setup task={task} />
      </div>
      {task.calls.map((call) => (
        <Call key={call.id} call={call} document={docs.document} />
      ))}
    </DocsFrame>
  );
}

function Setup({ task: { calls } }: { task: Task }) {
  const { origin } = usePageContext();
  const setup = clientSetup(
    calls.map(({ addresses: [{ operation }] }) => operation),
    origin,
  );
  return (
    <section aria-labelledby="setup">
      <h2 id="setup">The TypeScript examples begin with</h2>
      <Code text={setup} className="setup" />
    </section>
  );
}

export function DocsShapesPage({ docs, css }: { docs: Docs; css: string }) {
  return (
    <DocsFrame docs={docs} current="shapes" title="Shapes" css={css}>
      <p className="intro">
        The fields of what the calls take and return, by the names in the OpenAPI description.
      </p>
      {Object.entries(docs.document.components.schemas).map(([name, schema]) => (
        <details key={name} className="shape">
          <summary>{name}</summary>
          {/* A link to this opens the details, which a link to the details themselves would not. */}
          <div id={name}>
            {schema.description !== undefined && (
              <p className="more">
                <InlineCode text={schema.description} />
              </p>
            )}
            {schema.properties ? <Fields schema={schema} /> : <SchemaType schema={schema} />}
          </div>
        </details>
      ))}
    </DocsFrame>
  );
}
