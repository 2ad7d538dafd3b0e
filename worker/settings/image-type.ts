const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** By its bytes from first to last, not by what it claims to be: a header alone makes no image. */
export function imageType(bytes: Uint8Array<ArrayBuffer>): "image/png" | "image/jpeg" | undefined {
  if (isPNG(bytes)) return "image/png";
  if (isJPEG(bytes)) return "image/jpeg";
  return undefined;
}

/** Chunks from IHDR to IEND, one behind the other up to the last byte. https://www.w3.org/TR/png-3/#5DataRep */
function isPNG(bytes: Uint8Array<ArrayBuffer>): boolean {
  if (!PNG.every((byte, at) => bytes[at] === byte)) return false;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const types: string[] = [];
  let at = PNG.length;
  while (at + 12 <= bytes.length && types.at(-1) !== "IEND") {
    types.push(String.fromCharCode(...bytes.subarray(at + 4, at + 8)));
    at += 12 + view.getUint32(at);
  }
  return types[0] === "IHDR" && types.includes("IDAT") && types.at(-1) === "IEND" && at === bytes.length;
}

/** Segments up to a start of scan, with a frame among them, and an end of image. ITU-T T.81, annex B */
function isJPEG(bytes: Uint8Array<ArrayBuffer>): boolean {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return false;
  if (bytes.at(-2) !== 0xff || bytes.at(-1) !== 0xd9) return false;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let framed = false;
  for (let at = 2; at + 4 <= bytes.length && bytes[at] === 0xff; at += 2 + view.getUint16(at + 2)) {
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xda) return framed;
    // SOF0 to SOF15, which begin a frame; C4, C8 and CC are none of them.
    framed ||= marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
  }
  return false;
}
