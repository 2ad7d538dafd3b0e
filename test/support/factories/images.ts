import { crc32 } from "node:zlib";
import type { Page } from "playwright-core";

export const onePixelPNG = bytes(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
);
export const onePixelJPEG = bytes(
  "/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxD/2Q==",
);

function bytes(base64: string): Uint8Array {
  return Uint8Array.from(Buffer.from(base64, "base64"));
}

export function dataURL(image: Uint8Array | string, type = "image/png"): string {
  return `data:${type};base64,${Buffer.from(image).toString("base64")}`;
}

/** Builds a PNG of `sizeBytes` by adding a private chunk, which decoders ignore. */
export function pngOfSize(sizeBytes: number): Uint8Array {
  const paddingBytes = sizeBytes - onePixelPNG.length - 12;
  const chunk = Buffer.alloc(paddingBytes + 12);
  chunk.writeUInt32BE(paddingBytes);
  chunk.write("prIv", 4, "latin1");
  const end = onePixelPNG.length - 12;
  return Buffer.concat([onePixelPNG.subarray(0, end), chunk, onePixelPNG.subarray(end)]);
}

/** Draws a PNG in the browser. */
export async function drawLogo(page: Page, size: { width: number; height: number }): Promise<Buffer> {
  const url = await page.evaluate(({ width, height }) => {
    const canvas = Object.assign(document.createElement("canvas"), { width, height });
    const context = canvas.getContext("2d");
    context?.fillRect(0, 0, width / 2, height);
    return canvas.toDataURL("image/png");
  }, size);
  return Buffer.from(url.slice(url.indexOf(",") + 1), "base64");
}

/** Adds a comment to the PNG, like cameras and drawing programs do. */
export function withPngComment(png: Buffer, comment: string): Buffer {
  const headerEnd = 33;
  const chunk = chunkOf("tEXt", Buffer.from(`Comment\0${comment}`, "latin1"));
  return Buffer.concat([png.subarray(0, headerEnd), chunk, png.subarray(headerEnd)]);
}

/** Returns a chunk of a PNG. */
export function chunkOf(type: string, content: Buffer): Buffer {
  const data = Buffer.concat([Buffer.from(type, "latin1"), content]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  checksum.writeUInt32BE(crc32(data));
  return Buffer.concat([length, data, checksum]);
}

/** Reads the size from the header. @see https://www.w3.org/TR/png-3/#11IHDR */
export function pngSize(png: ArrayBuffer): { width: number; height: number } {
  const header = new DataView(png, 16, 8);
  return { width: header.getUint32(0), height: header.getUint32(4) };
}
