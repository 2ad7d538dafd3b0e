const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

export interface Image {
  type: "image/png" | "image/jpeg";
  width: number;
  height: number;
}

/** Checks all bytes, because a valid header alone is no image. The header's size is what browsers reserve space for. */
export function readImage(bytes: Uint8Array<ArrayBuffer>): Image | undefined {
  const image = readPNG(bytes) ?? readJPEG(bytes);
  return image && image.width > 0 && image.height > 0 ? image : undefined;
}

/** Checks that chunks follow each other from IHDR to IEND. https://www.w3.org/TR/png-3/#5DataRep */
function readPNG(bytes: Uint8Array<ArrayBuffer>): Image | undefined {
  if (!PNG.every((byte, index) => bytes[index] === byte)) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = PNG.length;
  let [first, last, data] = ["", "", false];
  while (at + 12 <= bytes.length && last !== "IEND") {
    last = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    first ||= last;
    data ||= last === "IDAT";
    at += 12 + view.getUint32(at);
  }
  const header = first === "IHDR" && view.getUint32(PNG.length) === 13;
  if (!header || last !== "IEND" || !data || at !== bytes.length) return undefined;
  return { type: "image/png", width: view.getUint32(16), height: view.getUint32(20) };
}

/** Checks that one frame comes before the scan and that the image ends. ITU-T T.81, annex B */
function readJPEG(bytes: Uint8Array<ArrayBuffer>): Image | undefined {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return undefined;
  if (bytes.at(-2) !== 0xff || bytes.at(-1) !== 0xd9) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let frame: Image | undefined;
  for (let at = 2; at + 10 <= bytes.length && bytes[at] === 0xff; at += 2 + view.getUint16(at + 2)) {
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xda) return frame;
    if (hasNoLength(marker)) return undefined;
    if (!startsFrame(marker)) continue;
    // Only hierarchical images have a second frame, and no browser shows those.
    if (frame) return undefined;
    frame = { type: "image/jpeg", width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
  }
  return undefined;
}

/** A fill byte, TEM and RST0 to RST7 have no length, so what follows them must not be skipped. */
function hasNoLength(marker: number): boolean {
  return marker === 0xff || marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);
}

function startsFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}
