import * as z from "zod";

type Issue = Parameters<NonNullable<NonNullable<Parameters<typeof z.config>[0]>["customError"]>>[0];

const kinds: Record<string, string> = {
  string: "a string",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  object: "an object",
  record: "an object",
  array: "a list",
  tuple: "a list",
};

const formats: Record<string, string> = {
  base64: "Base64",
  datetime: "a date and time such as 2026-01-31T09:00:00Z",
  email: "an email address",
  url: "an address such as https://example.com",
};

function sentenceFor(issue: Issue): string {
  const field = issue.path?.length ? issue.path.join(".") : "The body";
  if (issue.input === undefined && issue.code !== "custom") return `${field} is required.`;
  switch (issue.code) {
    case "invalid_type":
      return `${field} must be ${kinds[issue.expected] ?? "of a different type"}.`;
    case "invalid_value":
      return `${field} must be one of: ${issue.values.join(", ")}.`;
    case "invalid_format":
      return `${field} must be ${formats[issue.format] ?? "in a different format: see /api/docs"}.`;
    case "too_big":
      return `${field} can ${limitText(issue.origin, issue.maximum)} at most.`;
    case "too_small":
      return `${field} must ${limitText(issue.origin, issue.minimum)} at least.`;
    case "unrecognized_keys":
      return `${field} can't have the fields ${issue.keys.join(", ")}.`;
    default:
      return `${field} is not valid: see /api/docs.`;
  }
}

function limitText(origin: string, limit: number | bigint): string {
  const count = limit.toLocaleString("en");
  if (origin === "string") return `have ${count} characters`;
  return origin === "array" || origin === "set" ? `have ${count} entries` : `be ${count}`;
}

// zod's own messages are for programmers. api.ts imports this file so that they are replaced before any is sent.
z.config({ customError: sentenceFor });
