import createFetchClient, {
  type Client,
  type ClientOptions,
  createQuerySerializer,
  mergeHeaders,
} from "openapi-fetch";
import type { components, paths } from "./api.ts";

export type { paths };

/** The request and response types by their names in the API description, such as `Schemas["Incident"]`. */
export type Schemas = components["schemas"];

export type DaymarkClient = Client<paths>;

export interface DaymarkClientOptions extends Omit<ClientOptions, "baseUrl"> {
  url: string;
  /** Only calls below /api/v0 need it. Never ship it to visitors' browsers. */
  apiKey?: string | undefined;
}

/**
 * Creates a typed client for every call of the API:
 * `const { data, error } = await createClient({ url }).GET("/api/components")`.
 * @see https://openapi-ts.dev/openapi-fetch/
 */
export function createClient({ url, apiKey, headers, ...options }: DaymarkClientOptions): DaymarkClient {
  return createFetchClient<paths>({
    querySerializer,
    ...options,
    baseUrl: url,
    headers: mergeHeaders({ "x-api-key": apiKey }, headers),
  });
}

const serialize = createQuerySerializer();

// The API expects objects in a query as JSON.
function querySerializer(query: unknown): string {
  const parameters = Object.entries(query ?? {}).map(([name, value]) => [
    name,
    typeof value === "object" && !Array.isArray(value) ? JSON.stringify(value) : value,
  ]);
  return serialize(Object.fromEntries(parameters));
}
