import type { OpenAPIDocument, Operation } from "../../../worker/openapi/schema.ts";

/** @returns the description with only the calls that read and need no credentials */
export function publicReads(description: OpenAPIDocument): OpenAPIDocument {
  const paths: OpenAPIDocument["paths"] = {};
  for (const [path, { get }] of Object.entries(description.paths))
    if (get && needsNoCredentials(get)) paths[path] = { get: { ...get, security: [] } };
  const used = new Set(Object.values(paths).flatMap((methods) => methods.get?.tags ?? []));
  const tags = description.tags.filter(({ name }) => used.has(name));
  const components = { ...description.components, securitySchemes: {} };
  return { ...description, tags, paths, components };
}

function needsNoCredentials({ security }: Operation): boolean {
  return security.length === 0 || security.some((schemes) => Object.keys(schemes).length === 0);
}
