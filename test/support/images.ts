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
