import { afterEach, beforeEach } from "vitest";

/** Records the write requests of each test. The array stays the same, and is emptied before a test. */
export function recordWrites(): string[] {
  const send = globalThis.fetch;
  const writes: string[] = [];
  beforeEach(() => {
    writes.length = 0;
    globalThis.fetch = (input, init) => {
      const target = new Headers(init?.headers).get("X-Amz-Target");
      const method = init?.method ?? "GET";
      const changes = method !== "GET" && !String(input).includes("/api/preview");
      if (changes && !target?.endsWith(".GetUser")) writes.push(`${method} ${target ?? input}`);
      return send(input, init);
    };
  });
  afterEach(() => {
    globalThis.fetch = send;
  });
  return writes;
}
