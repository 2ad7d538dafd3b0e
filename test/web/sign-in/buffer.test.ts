import { Buffer as NodeBuffer } from "node:buffer";
import fc from "fast-check";
import { expect, test } from "vitest";
import { Buffer } from "../../../web/admin/sign-in/buffer.ts";

const encodings = ["utf8", "hex", "base64"] as const;

test("Buffer encodes and decodes text like Node's Buffer", () => {
  fc.assert(
    fc.property(fc.uint8Array(), fc.constantFrom(...encodings, "base64url" as const), (bytes, encoding) => {
      const text = NodeBuffer.from(bytes).toString(encoding);
      const ownEncoding = encoding === "base64url" ? "base64" : encoding;
      expect([...Buffer.from(text, ownEncoding)]).toEqual([...NodeBuffer.from(text, encoding)]);
      expect(Buffer.from(bytes).toString(ownEncoding)).toBe(NodeBuffer.from(bytes).toString(ownEncoding));
    }),
  );
});

test("Buffer.concat joins parts like Node's Buffer", () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array()), (parts) => {
      expect([...Buffer.concat(parts)]).toEqual([...NodeBuffer.concat(parts)]);
    }),
  );
});
