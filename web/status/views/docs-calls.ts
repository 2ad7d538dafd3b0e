import type {
  JSONSchema,
  OpenAPIDocument,
  Operation,
  Parameter,
  ResponseObject,
} from "../../../worker/openapi/schema.ts";

export const MAX_SEARCH_CHARACTERS = 100;

export interface CallAddress {
  method: string;
  path: string;
  operation: Operation;
}

/** A call that exists under both /api/v0 and /api has two addresses, the one for API keys first. */
export interface DocumentedCall {
  id: string;
  summary: string;
  description: string;
  addresses: [CallAddress, ...CallAddress[]];
}

/** The calls of one tag, which share a page. */
export interface Task {
  name: string;
  slug: string;
  description: string;
  calls: DocumentedCall[];
}

export interface Docs {
  document: OpenAPIDocument;
  tasks: Task[];
}

export function docsOf(document: OpenAPIDocument): Docs {
  const addresses = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]): CallAddress => ({ method: method.toUpperCase(), path, operation }),
    ),
  );
  const byTag = Map.groupBy(addresses, ({ operation }) => operation.tags[0]);
  const tasks = document.tags.map(({ name, description }) => ({
    name,
    slug: name.toLowerCase().replaceAll(" ", "-"),
    description,
    calls: callsOf(byTag.get(name) ?? []),
  }));
  return { document, tasks };
}

function callsOf(addresses: CallAddress[]): DocumentedCall[] {
  const merged = Map.groupBy(
    addresses,
    ({ method, path }) => `${method} ${path.replace(/^\/api\/v0\//, "/api/")}`,
  );
  return [...merged.values()]
    .flatMap((each) => {
      const [first, ...others] = each.toSorted(
        (one, other) => Number(isForKeys(other)) - Number(isForKeys(one)),
      );
      if (!first) return [];
      // With two addresses, the texts are those of the one without an API key: they don't repeat what the address says.
      const { operationId, summary, description } = (others.at(-1) ?? first).operation;
      const call: DocumentedCall = { id: operationId, summary, description, addresses: [first, ...others] };
      return call;
    })
    .toSorted(
      ({ addresses: [one] }, { addresses: [other] }) => Number(isForKeys(other)) - Number(isForKeys(one)),
    );
}

function isForKeys({ path }: CallAddress): boolean {
  return path.startsWith("/api/v0/");
}

export function searchCalls(tasks: Task[], search: string): { task: Task; call: DocumentedCall }[] {
  const words = search.toLowerCase().split(/\s+/);
  return tasks.flatMap((task) =>
    task.calls.flatMap((call) => {
      const text = searchTextOf(task, call);
      return words.every((word) => text.includes(word)) ? [{ task, call }] : [];
    }),
  );
}

function searchTextOf({ name }: Task, { id, summary, description, addresses }: DocumentedCall): string {
  const parts = addresses.flatMap(({ method, path, operation: { parameters = [] } }) => [
    `${method} ${path}`,
    ...parameters.map((parameter) => parameter.name),
  ]);
  return [name, id, summary, description, ...parts].join("\n").toLowerCase();
}

/** The parameters of all addresses. `only` has the path of the only address that takes it. */
export function parametersOf({ addresses }: DocumentedCall): (Parameter & { only?: string })[] {
  const all = addresses.flatMap(({ path, operation: { parameters = [] } }) =>
    parameters.map((parameter) => ({ path, parameter })),
  );
  const byName = Map.groupBy(all, ({ parameter }) => `${parameter.in} ${parameter.name}`);
  return [...byName.values()].flatMap((each) =>
    each
      .slice(0, 1)
      .map(({ path, parameter }) =>
        each.length < addresses.length ? { ...parameter, only: path } : parameter,
      ),
  );
}

export function successesOf({ responses }: Operation): { status: string; response: ResponseObject }[] {
  return Object.entries(responses).flatMap(([status, response]) =>
    "$ref" in response || Number(status) >= 400 ? [] : [{ status, response }],
  );
}

export function exampleOf(
  schema: JSONSchema | undefined,
  document: Pick<OpenAPIDocument, "components">,
): unknown {
  if (!schema) return undefined;
  const { $ref, items, examples } = schema;
  if ($ref !== undefined) return document.components.schemas[nameOf($ref)]?.examples?.[0];
  if (!items) return examples?.[0];
  const example = exampleOf(items, document);
  return example === undefined ? undefined : [example];
}

export function nameOf($ref: string): string {
  return $ref.slice($ref.lastIndexOf("/") + 1);
}
