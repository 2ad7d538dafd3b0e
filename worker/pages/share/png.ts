export type RGB = readonly [red: number, green: number, blue: number];

interface IndexedImage {
  width: number;
  height: number;
  palette: RGB[];
  /** Each byte is the index of a pixel's color, line by line. */
  pixels: Uint8Array;
}

/** @see https://www.w3.org/TR/png-3/ */
export async function encodePNG({ width, height, palette, pixels }: IndexedImage) {
  const lines = new Uint8Array((width + 1) * height);
  for (let y = 0; y < height; y++) {
    // Each line begins with its filter; 0 is none, which suits colors from a palette.
    lines.set(pixels.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  }
  const header = new DataView(new ArrayBuffer(13));
  header.setUint32(0, width);
  header.setUint32(4, height);
  header.setUint8(8, 8); // bits for each pixel
  header.setUint8(9, 3); // colors from a palette
  return concat([
    Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    chunk("IHDR", new Uint8Array(header.buffer)),
    chunk("PLTE", Uint8Array.from(palette.flat())),
    chunk("IDAT", await deflate(lines)),
    chunk("IEND", new Uint8Array()),
  ]);
}

async function deflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(data.length + 12);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, data.length);
  bytes.set(new TextEncoder().encode(type), 4);
  bytes.set(data, 8);
  view.setUint32(data.length + 8, crc32(bytes.subarray(4, data.length + 8)));
  return bytes;
}

const POLYNOMIAL = 0xedb88320;

/** @see https://www.w3.org/TR/png-3/#D-CRCAppendix */
function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? POLYNOMIAL : 0);
  }
  return ~crc >>> 0;
}

function concat(parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.length;
  }
  return bytes;
}
