import { Buffer as NodeBuffer } from "node:buffer";
import fc from "fast-check";
import { expect, test } from "vitest";
import { Buffer } from "../../web/admin/sign-in/buffer.ts";

const encodings = ["utf8", "hex", "base64"] as const;

test("bytes are read from and written to text as by Node's own Buffer", () => {
  fc.assert(
    fc.property(fc.uint8Array(), fc.constantFrom(...encodings, "base64url" as const), (bytes, encoding) => {
      const written = NodeBuffer.from(bytes).toString(encoding);
      const as = encoding === "base64url" ? "base64" : encoding;
      expect([...Buffer.from(written, as)]).toEqual([...NodeBuffer.from(written, encoding)]);
      expect(Buffer.from(bytes).toString(as)).toBe(NodeBuffer.from(bytes).toString(as));
    }),
  );
});

test("parts are put together as by Node's own Buffer", () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array()), (parts) => {
      expect([...Buffer.concat(parts)]).toEqual([...NodeBuffer.concat(parts)]);
    }),
  );
});
