import fc from "fast-check";
import type { OpenAPIDocument } from "../../../worker/openapi/schema.ts";
import type { RawRequest } from "../readers/raw-request.ts";
import { randomBody, randomText } from "./random-body.ts";

export interface KnownAPI {
  /** The API's description, for paths and schemas of bodies. */
  description: OpenAPIDocument;
  /** IDs and tokens of existing items, by the name of the path parameter. */
  ids: Record<string, string[]>;
}

/** Paths that the API's description doesn't have. */
const pages = [
  "/",
  "/history",
  "/index.md",
  "/history.md",
  "/history.rss",
  "/history.atom",
  "/history.json",
  "/maintenances.ics",
  "/llms.txt",
  "/robots.txt",
  "/favicon.ico",
  "/sitemap.xml",
  "/badge.svg",
  "/badge.json",
  "/badge-plain.svg",
  "/subscribe",
  "/subscribe/asked",
  "/subscribe/asked/chat",
  "/subscriptions/{subscriberID}/{token}",
  "/subscriptions/{subscriberID}/{token}/confirm",
  "/subscriptions/{subscriberID}/{token}/unsubscribe",
  "/components/{componentID}",
  "/components/{componentID}/notices.json",
  "/components/{componentID}/history.rss",
  "/incidents/{incidentID}",
  "/incidents/{incidentID}.md",
  "/maintenances/{maintenanceID}",
  "/metrics/{metricID}/day.svg",
  "/metrics/{metricID}/2026/11/21.json",
  "/logos/{logoID}",
  "/logos/{logoID}@2x",
  "/api",
  "/api/{id}",
  "/api/v0/{id}",
  "/api/docs",
  "/api/openapi.json",
  "/{id}",
  "/{id}/{id}",
];

const methods = ["GET", "POST", "PATCH", "DELETE", "PUT", "OPTIONS", "HEAD"];

const parameters = [
  "limit",
  "before",
  "fresh",
  "days",
  "lang",
  "month",
  "page",
  "timeframe",
  "type",
  "filters",
  "cursor",
  "components",
  "notice",
  "x",
];

/** fetch allows these characters in a header's value: visible Latin-1. */
const headerText = fc.stringMatching(/^[\x21-\x7e\xa0-\xff]*$/);

const randomHeaders = fc.record(
  {
    "Content-Type": fc.oneof(
      { arbitrary: fc.constant("application/json"), weight: 6 },
      { arbitrary: headerText, weight: 1 },
      {
        weight: 2,
        arbitrary: fc.constantFrom(
          "application/json",
          "application/json; charset=utf-8",
          "text/plain",
          "text/html",
          ";",
          "application/json;",
          "application/x-www-form-urlencoded",
          "multipart/form-data; boundary=x",
          "multipart/form-data",
        ),
      },
    ),
    "If-None-Match": fc.oneof(fc.constantFrom("*", '""', "W/", ","), headerText),
    Origin: headerText,
    "X-Request-Id": headerText,
    "If-Match": fc.oneof(fc.constantFrom("*", '"2026-01-31T09:00:00.000Z"'), headerText),
    "Access-Control-Request-Headers": headerText,
    Accept: fc.oneof(fc.constantFrom("text/markdown", "*/*", "text/html;q=0"), headerText),
    "Accept-Language": fc.oneof(fc.constantFrom("de", "ar,en;q=0.5"), headerText),
    "CF-Connecting-IP": fc.oneof(fc.ipV4(), fc.ipV6(), headerText),
    "Sec-Fetch-Site": fc.constantFrom("same-origin", "cross-site", "none"),
    "Idempotency-Key": headerText,
    Range: fc.constantFrom("bytes=0-1", "bytes=-1", "items=1"),
    "If-Modified-Since": fc.constantFrom("Sat, 21 Nov 2026 09:00:00 GMT", "never"),
    Cookie: headerText,
  },
  { requiredKeys: [] },
);

/** Most requests have valid credentials, because one without them is refused before it is read. */
const randomCredentials = fc.oneof(
  {
    arbitrary: fc.record({
      Authorization: fc.constantFrom("valid", "Bearer valid"),
      "x-api-key": fc.constant("valid"),
    }),
    weight: 4,
  },
  {
    arbitrary: fc.record({ Authorization: headerText, "x-api-key": headerText }, { requiredKeys: [] }),
    weight: 1,
  },
);

/** Makes requests that fetch can send. `withCredentials` replaces the credentials `valid`. */
export function randomRequest({ description, ids }: KnownAPI): fc.Arbitrary<RawRequest> {
  const allIDs = Object.values(ids).flat();
  const value = fc.oneof(
    randomText,
    fc.constantFrom(...allIDs, "1", "50", "day", "de", "2026-11", "{}", "2026-01-31T09:00:00Z"),
  );
  const randomQuery = fc.array(fc.tuple(fc.constantFrom(...parameters), value), { maxLength: 3 });
  return fc.constantFrom(...Object.keys(description.paths), ...pages).chain((route) => {
    const operations = description.paths[route] ?? {};
    const describedMethods = Object.keys(operations).map((method) => method.toUpperCase());
    return fc
      .record({
        method: fc.oneof(
          {
            arbitrary: fc.constantFrom(
              ...(describedMethods.length > 0 ? describedMethods : methodsOfPage(route)),
            ),
            weight: 6,
          },
          { arbitrary: fc.constantFrom(...methods), weight: 1 },
        ),
        path: pathOf(route, ids),
        query: randomQuery,
        headers: randomHeaders,
        credentials: randomCredentials,
      })
      .chain(({ method, path, query, headers, credentials }) => {
        const search = query
          .map(([name, text]) => `${name}=${encodeURIComponent(text.toWellFormed())}`)
          .join("&");
        const bodySchema = operations[method.toLowerCase()]?.requestBody?.content["application/json"]?.schema;
        return fc.record({
          method: fc.constant(method),
          path: fc.constant(search === "" ? path : `${path}?${search}`),
          headers: fc.constant(withoutUndefined({ ...headers, ...credentials })),
          body: randomBody(bodySchema, {
            schemas: description.components.schemas,
            ids: allIDs,
          }),
        });
      });
  });
}

/** Only subscription pages take forms. */
function methodsOfPage(route: string): string[] {
  return route.startsWith("/subscri") ? ["GET", "POST"] : ["GET"];
}

/** Fills the route's parameters, mostly with IDs of existing items. */
function pathOf(route: string, ids: KnownAPI["ids"]): fc.Arbitrary<string> {
  const parts = route.split(/(\{\w+\})/).map((part) => {
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    return name === undefined ? fc.constant(part) : randomID(ids[name] ?? [], Object.values(ids).flat());
  });
  return fc.tuple(...parts).map((texts) => texts.join(""));
}

function randomID(matchingIDs: string[], allIDs: string[]): fc.Arbitrary<string> {
  return fc.oneof(
    { arbitrary: fc.constantFrom(...(matchingIDs.length > 0 ? matchingIDs : allIDs)), weight: 12 },
    { arbitrary: fc.constantFrom(...allIDs), weight: 1 },
    { arbitrary: randomText.map((text) => encodeURIComponent(text.toWellFormed())), weight: 1 },
    { arbitrary: fc.constantFrom(...invalidIDs), weight: 1 },
  );
}

const invalidIDs = ["%", "%00", "%e0%a4%a", "..", "%2e%2e%2f", "';%20DROP%20TABLE%20incidents;%20--"];

function withoutUndefined(headers: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

/** Replaces the credentials `valid` with real ones. */
export function withCredentials(
  request: RawRequest,
  { token, key }: { token: string; key: string },
): RawRequest {
  const { Authorization, "x-api-key": apiKey, ...headers } = request.headers ?? {};
  return {
    ...request,
    headers: {
      ...headers,
      ...(Authorization !== undefined && { Authorization: Authorization.replace("valid", token) }),
      ...(apiKey !== undefined && { "x-api-key": apiKey.replace("valid", key) }),
    },
  };
}
