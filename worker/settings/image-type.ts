const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

export interface Image {
  type: "image/png" | "image/jpeg";
  /** In pixels. */
  width: number;
  height: number;
}

/**
 * By its bytes from first to last, not by what it claims to be: a header alone makes no image. Its size is what its own
 * header says, which is what a browser makes room for before it has seen a pixel.
 */
export function readImage(bytes: Uint8Array<ArrayBuffer>): Image | undefined {
  const image = readPNG(bytes) ?? readJPEG(bytes);
  return image && image.width > 0 && image.height > 0 ? image : undefined;
}

/** Chunks from IHDR to IEND, one behind the other up to the last byte. https://www.w3.org/TR/png-3/#5DataRep */
function readPNG(bytes: Uint8Array<ArrayBuffer>): Image | undefined {
  if (!PNG.every((byte, at) => bytes[at] === byte)) return undefined;
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

/** Segments up to a start of scan, with one frame among them, and an end of image. ITU-T T.81, annex B */
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
    // A second one could be of another size; only hierarchical images have it, which no browser shows.
    if (frame) return undefined;
    frame = { type: "image/jpeg", width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
  }
  return undefined;
}

/** A fill byte, TEM, RST0 to RST7: what is read as their length would lead past the segment that a decoder sees next. */
function hasNoLength(marker: number): boolean {
  return marker === 0xff || marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);
}

/** SOF0 to SOF15; C4, C8 and CC are none of them. */
function startsFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}
