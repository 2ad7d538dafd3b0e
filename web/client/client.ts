import createFetchClient, {
  type Client,
  type ClientOptions,
  createQuerySerializer,
  mergeHeaders,
} from "openapi-fetch";
import type { components, paths } from "./api.ts";

export type { paths };

/** What calls send and answer, by the names of the API's description: `Schemas["Incident"]`. */
export type Schemas = components["schemas"];

export type DaymarkClient = Client<paths>;

export interface DaymarkClientOptions extends Omit<ClientOptions, "baseUrl"> {
  /** Of the status page, as in `https://status.example.com`. */
  url: string;
  /** For calls below /api/v0. It has no place in what visitors' browsers load. */
  apiKey?: string | undefined;
}

/**
 * Every call of the API by its method and path, typed:
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

/** The API takes an object in a query as JSON. */
function querySerializer(query: unknown): string {
  const written = Object.entries(query ?? {}).map(([name, value]) => [
    name,
    typeof value === "object" && !Array.isArray(value) ? JSON.stringify(value) : value,
  ]);
  return serialize(Object.fromEntries(written));
}
