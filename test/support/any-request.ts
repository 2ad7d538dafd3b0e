import fc from "fast-check";
import type { OpenAPIDocument } from "../../worker/openapi/schema.ts";
import { anyText, bodyOf } from "./any-body.ts";
import type { RawRequest } from "./raw-sender.ts";

/** What requests are made of, beside chance. */
export interface Material {
  /** The API's description: its paths, and what their bodies should be. */
  description: OpenAPIDocument;
  /** Ids and tokens of what there is, by the parameter of a path that they are for. */
  ids: Record<string, string[]>;
}

/** Addresses that the API's description doesn't have. */
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
  "/sitemap.xml",
  "/badge.svg",
  "/badge.json",
  "/badge-plain.svg",
  "/subscribe",
  "/subscribe/asked",
  "/subscriptions/{subscriberID}/{token}",
  "/subscriptions/{subscriberID}/{token}/confirm",
  "/subscriptions/{subscriberID}/{token}/unsubscribe",
  "/components/{componentID}",
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

/** What fetch lets through as a header's value: visible Latin-1. */
const headerText = fc.stringMatching(/^[\x21-\x7e\xa0-\xff]*$/);

const anyHeaders = fc.record(
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

/** Good credentials for most: what is refused for want of them shows little. */
const anyCredentials = fc.oneof(
  {
    arbitrary: fc.record({
      Authorization: fc.constantFrom("good", "Bearer good"),
      "x-api-key": fc.constant("good"),
    }),
    weight: 4,
  },
  {
    arbitrary: fc.record({ Authorization: headerText, "x-api-key": headerText }, { requiredKeys: [] }),
    weight: 1,
  },
);

/** A request that fetch could send; `good` credentials are for the sender to fill in. */
export function anyRequest({ description, ids }: Material): fc.Arbitrary<RawRequest> {
  const all = Object.values(ids).flat();
  const value = fc.oneof(
    anyText,
    fc.constantFrom(...all, "1", "50", "day", "de", "2026-11", "{}", "2026-01-31T09:00:00Z"),
  );
  const anyQuery = fc.array(fc.tuple(fc.constantFrom(...parameters), value), { maxLength: 3 });
  const described = Object.keys(description.paths);
  return fc.constantFrom(...described, ...pages).chain((route) => {
    const calls = description.paths[route] ?? {};
    const known = Object.keys(calls).map((method) => method.toUpperCase());
    return fc
      .record({
        method: fc.oneof(
          { arbitrary: fc.constantFrom(...(known.length > 0 ? known : usual(route))), weight: 6 },
          { arbitrary: fc.constantFrom(...methods), weight: 1 },
        ),
        path: pathOf(route, ids),
        query: anyQuery,
        headers: anyHeaders,
        credentials: anyCredentials,
      })
      .chain(({ method, path, query, headers, credentials }) => {
        const written = query
          .map(([name, text]) => `${name}=${encodeURIComponent(text.toWellFormed())}`)
          .join("&");
        const body = calls[method.toLowerCase()]?.requestBody?.content["application/json"]?.schema;
        return fc.record({
          method: fc.constant(method),
          path: fc.constant(written === "" ? path : `${path}?${written}`),
          headers: fc.constant(defined({ ...headers, ...credentials })),
          body: bodyOf(body, {
            schemas: description.components.schemas,
            ids: all,
          }),
        });
      });
  });
}

/** The methods of a page: only what is about subscriptions takes forms. */
function usual(route: string): string[] {
  return route.startsWith("/subscri") ? ["GET", "POST"] : ["GET"];
}

/** The route with an id for each of its parameters: mostly of what there is. */
function pathOf(route: string, ids: Material["ids"]): fc.Arbitrary<string> {
  const parts = route.split(/(\{\w+\})/).map((part) => {
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    return name === undefined ? fc.constant(part) : anyID(ids[name] ?? [], Object.values(ids).flat());
  });
  return fc.tuple(...parts).map((given) => given.join(""));
}

function anyID(right: string[], others: string[]): fc.Arbitrary<string> {
  return fc.oneof(
    { arbitrary: fc.constantFrom(...(right.length > 0 ? right : others)), weight: 12 },
    { arbitrary: fc.constantFrom(...others), weight: 1 },
    { arbitrary: anyText.map((text) => encodeURIComponent(text.toWellFormed())), weight: 1 },
    { arbitrary: fc.constantFrom(...oddIDs), weight: 1 },
  );
}

const oddIDs = ["%", "%00", "%e0%a4%a", "..", "%2e%2e%2f", "';%20DROP%20TABLE%20incidents;%20--"];

function defined(headers: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

/** With the credentials where a request is to have good ones. */
export function signed(request: RawRequest, { token, key }: { token: string; key: string }): RawRequest {
  const { Authorization, "x-api-key": apiKey, ...headers } = request.headers ?? {};
  return {
    ...request,
    headers: {
      ...headers,
      ...(Authorization !== undefined && { Authorization: Authorization.replace("good", token) }),
      ...(apiKey !== undefined && { "x-api-key": apiKey.replace("good", key) }),
    },
  };
}
