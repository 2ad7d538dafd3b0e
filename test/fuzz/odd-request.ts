import fc from "fast-check";
import { anyRequest, type Material } from "../support/any-request.ts";
import type { RawRequest } from "../support/raw-sender.ts";

/** Where something is put into a path, and what. */
interface Oddity {
  at: number;
  put: string;
}

const odd = fc.record({
  at: fc.nat(),
  put: fc.constantFrom(
    "%",
    "%2f",
    "%2F",
    "%25",
    "%2e",
    "%00",
    "%0d%0a",
    "%c3%bc",
    "%ff",
    "%u0041",
    "/",
    "//",
    "/.",
    "/..",
    "\\",
    ";",
    ":",
    "@",
    "?",
    "??",
    "&",
    "=",
    "+",
    "#",
    "\xfc",
    "\xff",
    "|",
    '"',
    "<",
    "{",
    "^",
    "`",
    "~",
  ),
});

/** A request that no browser would send: odd spellings, bodies with any method, chunks, other methods. */
export function oddRequest(material: Material): fc.Arbitrary<RawRequest> {
  return fc
    .record({
      request: anyRequest(material),
      oddities: seldom(5, fc.array(odd, { minLength: 1, maxLength: 2 })),
      encodes: seldom(8, fc.nat()),
      capital: fc.boolean(),
      method: seldom(50, fc.constantFrom("TRACE", "PROPFIND", "SEARCH", "PURGE", "LOCK")),
      host: seldom(
        50,
        fc.constantFrom("example.com", "X.EXAMPLE:80", "[::1]", "x:99999", "x:", "a..b", "1.2", ""),
      ),
      hasBody: fc.boolean(),
      chunked: fc.boolean(),
    })
    .map(({ request, oddities, encodes, capital, method, host, hasBody, chunked }) => {
      const spoiled = (oddities ?? []).reduce(spoil, request.path);
      const { body, ...rest } = request;
      const sends = hasBody || !/^(GET|HEAD|OPTIONS|DELETE)$/.test(request.method);
      return {
        ...rest,
        method: method ?? request.method,
        path: encodes === undefined ? spoiled : encodeOne(spoiled, encodes, capital),
        headers: { ...rest.headers, ...(host !== undefined && { Host: host }) },
        ...(sends && body !== undefined && { body, chunked }),
      };
    });
}

/** Once in so many; undefined else. */
function seldom<Value>(oneIn: number, arbitrary: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> {
  return fc.oneof({ arbitrary: fc.constant(undefined), weight: oneIn - 1 }, { arbitrary, weight: 1 });
}

function spoil(path: string, { at, put }: Oddity): string {
  const where = 1 + (at % path.length);
  return path.slice(0, where) + put + path.slice(where);
}

/** Another spelling of the same path: one of its characters, percent-encoded. */
function encodeOne(path: string, which: number, capital: boolean): string {
  const where = 1 + (which % Math.max(1, path.length - 1));
  const code = path.charCodeAt(where);
  if (Number.isNaN(code) || code > 0xff) return path;
  const hex = code.toString(16).padStart(2, "0");
  return `${path.slice(0, where)}%${capital ? hex.toUpperCase() : hex}${path.slice(where + 1)}`;
}
