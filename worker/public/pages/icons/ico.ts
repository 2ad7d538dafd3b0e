interface PNG {
  width: number;
  height: number;
  bytes: Uint8Array<ArrayBuffer>;
}

const HEADER_BYTES = 6;
const ENTRY_BYTES = 16;
const MAX_SIDE_PIXELS = 256;

/**
 * Wraps a PNG of at most 256 pixels per side, which every browser reads in an ICO file.
 * @see https://learn.microsoft.com/en-us/previous-versions/ms997538(v=msdn.10)
 */
export function encodeICO({ width, height, bytes }: PNG): Uint8Array<ArrayBuffer> {
  const offset = HEADER_BYTES + ENTRY_BYTES;
  const file = new Uint8Array(offset + bytes.length);
  const view = new DataView(file.buffer);
  const isLittleEndian = true;
  view.setUint16(2, 1, isLittleEndian); // an icon, not a cursor
  view.setUint16(4, 1, isLittleEndian); // the number of images
  view.setUint8(6, width % MAX_SIDE_PIXELS); // 0 stands for 256
  view.setUint8(7, height % MAX_SIDE_PIXELS);
  view.setUint16(10, 1, isLittleEndian); // color planes
  view.setUint16(12, 32, isLittleEndian); // bits per pixel
  view.setUint32(14, bytes.length, isLittleEndian);
  view.setUint32(18, offset, isLittleEndian);
  file.set(bytes, offset);
  return file;
}
