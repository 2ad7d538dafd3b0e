import { KiB, MiB } from "../shared/domain.ts";
import { type HttpError, tooLarge } from "./errors.ts";

/** @throws HttpError 413 without reading more than `maxBytes` */
export async function readBody(request: Request, maxBytes: number): Promise<ArrayBuffer> {
  const declared = request.headers.get("Content-Length");
  if (declared !== null) {
    // The HTTP server never passes on more bytes than were declared.
    if (!(Number(declared) <= maxBytes)) throw bodyTooLarge(maxBytes);
    return request.arrayBuffer();
  }
  const body = await readAtMost(request, maxBytes);
  if (!body) throw bodyTooLarge(maxBytes);
  return body;
}

export async function readAtMost(
  { body }: Request | Response,
  maxBytes: number,
): Promise<ArrayBuffer | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return new Blob(chunks).arrayBuffer();
}

export async function readText(response: Response, maxBytes: number): Promise<string> {
  const body = await readAtMost(response, maxBytes);
  if (!body) throw new RangeError(`The answer is longer than ${maxBytes} bytes.`);
  return new TextDecoder().decode(body);
}

function bodyTooLarge(maxBytes: number): HttpError {
  const limit =
    maxBytes < MiB ? `the limit is ${maxBytes / KiB} KiB` : "the limit is 1 MiB, and 2 MiB for a logo";
  return tooLarge(`The body is too large: ${limit}.`);
}
