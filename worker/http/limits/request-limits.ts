import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "../../env.ts";
import { HttpError } from "../errors.ts";

export const MAX_HEADER_CHARACTERS = {
  "Access-Control-Request-Headers": 2048,
  Authorization: 8192,
  "CF-Connecting-IP": 100,
  "Content-Length": 20,
  "Content-Type": 300,
  "Idempotency-Key": 1024,
  "If-Match": 2048,
  Origin: 1000,
  Prefer: 300,
  "Sec-Fetch-Mode": 20,
  "Sec-Fetch-Site": 20,
  "x-amz-sns-topic-arn": 300,
  "x-api-key": 200,
} as const;

const MAX_URL_CHARACTERS = 2048;
/** Lists of IDs and other services' cursors are long. Cloudflare accepts no more than this. */
const MAX_LONG_URL_CHARACTERS = 16_384;
const takesLongURL = /^\/api\/(mail\/recipients|external-metrics)$/;

export const requestLimits: MiddlewareHandler<AppEnv> = (c, next) => {
  requireLimits(c.req.raw, c.req.path);
  return next();
};

export function requireLimits({ url, headers }: Request, path: string): void {
  const maxURL = takesLongURL.test(path) ? MAX_LONG_URL_CHARACTERS : MAX_URL_CHARACTERS;
  if (url.length > maxURL)
    throw new HttpError(414, `The address is too long: the limit is ${formatLimit(maxURL)}.`);
  for (const [name, max] of Object.entries(MAX_HEADER_CHARACTERS)) {
    if ((headers.get(name)?.length ?? 0) > max)
      throw new HttpError(431, `The header ${name} is too long: the limit is ${formatLimit(max)}.`);
  }
}

function formatLimit(characters: number): string {
  return `${characters.toLocaleString("en")} characters`;
}
