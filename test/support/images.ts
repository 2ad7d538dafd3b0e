import { crc32 } from "node:zlib";
import type { Page } from "playwright-core";

/** The smallest images there are: one pixel each. */
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

/** A PNG that is `size` bytes long: the rest is in a chunk that nobody reads. */
export function pngOf(size: number): Uint8Array {
  const filling = size - onePixelPNG.length - 12;
  const chunk = Buffer.alloc(filling + 12);
  chunk.writeUInt32BE(filling);
  chunk.write("prIv", 4, "latin1");
  const end = onePixelPNG.length - 12;
  return Buffer.concat([onePixelPNG.subarray(0, end), chunk, onePixelPNG.subarray(end)]);
}

/** A PNG as somebody would pick it, drawn in the browser. */
export async function logoOf(page: Page, size: { width: number; height: number }): Promise<Buffer> {
  const url = await page.evaluate(({ width, height }) => {
    const canvas = Object.assign(document.createElement("canvas"), { width, height });
    const context = canvas.getContext("2d");
    context?.fillRect(0, 0, width / 2, height);
    return canvas.toDataURL("image/png");
  }, size);
  return Buffer.from(url.slice(url.indexOf(",") + 1), "base64");
}

/** The PNG with a comment in it, as cameras and drawing programs put one there. */
export function commented(png: Buffer, comment: string): Buffer {
  const data = Buffer.from(`tEXtComment\0${comment}`, "latin1");
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length - 4);
  check.writeUInt32BE(crc32(data));
  const afterHeader = 33;
  return Buffer.concat([png.subarray(0, afterHeader), length, data, check, png.subarray(afterHeader)]);
}

/** As its header has it: https://www.w3.org/TR/png-3/#11IHDR */
export function pngSize(png: ArrayBuffer): { width: number; height: number } {
  const header = new DataView(png, 16, 8);
  return { width: header.getUint32(0), height: header.getUint32(4) };
}
