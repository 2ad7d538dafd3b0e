import fc from "fast-check";
import { type KnownAPI, randomRequest } from "../../test/support/factories/random-request.ts";
import type { RawRequest } from "../../test/support/readers/raw-request.ts";

interface Insertion {
  /** The index is taken modulo the path's length. */
  position: number;
  text: string;
}

const anyInsertion: fc.Arbitrary<Insertion> = fc.record({
  position: fc.nat(),
  text: fc.constantFrom(
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

/** A request that no browser sends: unusual path encodings, bodies with any method, chunked bodies, rare methods. */
export function oddRequest(material: KnownAPI): fc.Arbitrary<RawRequest> {
  return fc
    .record({
      request: randomRequest(material),
      insertions: onceIn(5, fc.array(anyInsertion, { minLength: 1, maxLength: 2 })),
      encodedPosition: onceIn(8, fc.nat()),
      upperCaseHex: fc.boolean(),
      method: onceIn(50, fc.constantFrom("TRACE", "PROPFIND", "SEARCH", "PURGE", "LOCK")),
      host: onceIn(
        50,
        fc.constantFrom("example.com", "X.EXAMPLE:80", "[::1]", "x:99999", "x:", "a..b", "1.2", ""),
      ),
      hasBody: fc.boolean(),
      chunked: fc.boolean(),
    })
    .map(({ request, insertions, encodedPosition, upperCaseHex, method, host, hasBody, chunked }) => {
      const path = (insertions ?? []).reduce(insertText, request.path);
      const { body, ...rest } = request;
      const sendsBody = hasBody || !/^(GET|HEAD|OPTIONS|DELETE)$/.test(request.method);
      return {
        ...rest,
        method: method ?? request.method,
        path: encodedPosition === undefined ? path : encodeCharacter(path, encodedPosition, upperCaseHex),
        headers: { ...rest.headers, ...(host !== undefined && { Host: host }) },
        ...(sendsBody && body !== undefined && { body, chunked }),
      };
    });
}

/** Generates a value in one of `count` requests, and otherwise undefined. */
function onceIn<Value>(count: number, arbitrary: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> {
  return fc.oneof({ arbitrary: fc.constant(undefined), weight: count - 1 }, { arbitrary, weight: 1 });
}

function insertText(path: string, { position, text }: Insertion): string {
  const index = 1 + (position % path.length);
  return path.slice(0, index) + text + path.slice(index);
}

function encodeCharacter(path: string, position: number, upperCaseHex: boolean): string {
  const index = 1 + (position % Math.max(1, path.length - 1));
  const code = path.charCodeAt(index);
  if (Number.isNaN(code) || code > 0xff) return path;
  const hex = code.toString(16).padStart(2, "0");
  return `${path.slice(0, index)}%${upperCaseHex ? hex.toUpperCase() : hex}${path.slice(index + 1)}`;
}
