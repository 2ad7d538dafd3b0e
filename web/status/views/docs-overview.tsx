import type { OpenAPIDocument, ResponseObject } from "../../../worker/openapi/schema.ts";
import { type Docs, nameOf, searchCalls, type Task } from "./docs-calls.ts";
import { DocsFrame } from "./docs-frame.tsx";
import { InlineCode } from "./docs-schema.tsx";
import { Markdown } from "./markdown.tsx";

const MAX_MATCHES = 20;
/** Sections that the overview once had under these names. */
const formerIDs: Record<string, string> = { "send-metric-data": "metric-data" };

export function DocsOverview({ docs, search, css }: { docs: Docs; search: string; css: string }) {
  const { document, tasks } = docs;
  if (search !== "")
    return (
      <DocsFrame docs={docs} title={document.info.title} search={search} css={css}>
        <Matches tasks={tasks} search={search} />
      </DocsFrame>
    );
  return (
    <DocsFrame docs={docs} title={document.info.title} css={css}>
      <div className="intro">
        <Markdown text={document.info.description} />
        <p>
          For programs: <a href="/api/openapi.json">openapi.json</a> (OpenAPI {document.openapi})
        </p>
      </div>
      <h2 id="tasks">What do you want to do?</h2>
      <div className="tasks">
        {tasks.map((task) => (
          <TaskCard key={task.slug} task={task} />
        ))}
      </div>
      <h2>Access</h2>
      <dl>
        {Object.entries(document.components.securitySchemes).map(([name, scheme]) => [
          <dt key={name} id={name}>
            <code>{scheme.name ?? "Authorization: Bearer"}</code>
          </dt>,
          <dd key={`${name} means`}>
            <InlineCode text={scheme.description} />
          </dd>,
        ])}
      </dl>
      <h2 id="errors">Errors</h2>
      <dl>
        {sharedErrors(document).map(([status, { description }]) => [
          <dt key={status} id={`error-${status}`}>
            {status}
          </dt>,
          <dd key={`${status} means`}>
            <InlineCode text={description} />
          </dd>,
        ])}
      </dl>
      <h2 id="shapes">Shapes</h2>
      <ul className="names">
        {Object.keys(document.components.schemas).map((name) => (
          <li key={name} id={name}>
            <a href={`/api/docs/shapes#${name}`}>{name}</a>
          </li>
        ))}
      </ul>
    </DocsFrame>
  );
}

function TaskCard({ task: { name, slug, description, calls } }: { task: Task }) {
  return (
    <section className="card" id={slug} aria-labelledby={`${slug}-name`}>
      <h3 id={`${slug}-name`}>
        <a id={formerIDs[slug]} href={`/api/docs/${slug}`}>
          {name}
        </a>
      </h3>
      <p className="more">{description}</p>
      <ul>
        {calls.map(({ id, summary, addresses }) => (
          <li key={id} id={id}>
            <a id={otherIDs(id, addresses)} href={`/api/docs/${slug}#${id}`}>
              {summary}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The ID of the call's operation under /api/v0, so that links to it still lead somewhere. */
function otherIDs(id: string, addresses: Task["calls"][number]["addresses"]): string | undefined {
  return addresses.map(({ operation }) => operation.operationId).find((operationId) => operationId !== id);
}

function Matches({ tasks, search }: { tasks: Task[]; search: string }) {
  const matches = searchCalls(tasks, search);
  return (
    <section aria-labelledby="matches">
      <h2 id="matches">
        {matches.length === 1 ? "1 call" : `${matches.length} calls`} with “{search}”
      </h2>
      {matches.length === 0 && (
        <p>
          No matches. Try fewer words, or see <a href="/api/docs">all calls</a>.
        </p>
      )}
      <ul className="matches">
        {matches.slice(0, MAX_MATCHES).map(({ task, call: { id, summary, addresses } }) => (
          <li key={id}>
            <a href={`/api/docs/${task.slug}#${id}`}>{summary}</a>
            <p className="more">
              {task.name}:{" "}
              <code>
                {addresses[0].method} {addresses[0].path}
              </code>
            </p>
          </li>
        ))}
      </ul>
      {matches.length > MAX_MATCHES && <p>These are the first {MAX_MATCHES}. Add a word to find fewer.</p>}
    </section>
  );
}

function sharedErrors({ paths, components }: OpenAPIDocument): [string, ResponseObject][] {
  const byStatus = Object.values(paths)
    .flatMap((methods) => Object.values(methods).flatMap(({ responses }) => Object.entries(responses)))
    .flatMap(([status, response]): [string, ResponseObject][] => {
      const shared = "$ref" in response && components.responses[nameOf(response.$ref)];
      return shared ? [[status, shared]] : [];
    });
  return [...new Map(byStatus)].sort(([one], [other]) => Number(one) - Number(other));
}
