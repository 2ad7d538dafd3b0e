/**
 * Reads a body as UTF-8.
 * @returns undefined if it has more bytes, of which the rest isn't read
 */
export async function readBounded({ body }: Response, maxBytes: number): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
