import packed from "./lettering.txt";

/** A gray image of a character, a line of Arabic (whose letters join) or a status's shape. */
export interface Glyph {
  /** The next one begins this many pixels further. */
  advance: number;
  /** From the pen to the image's left edge. */
  left: number;
  /** From the baseline up to the image's top edge. */
  top: number;
  width: number;
  height: number;
  /** Its pixels begin at this byte. Each has 4 bits, a shade from 0 to 7, and each image begins with a byte. */
  offset: number;
}

export interface Lettering {
  glyphs: Map<string, Glyph>;
  pixels: Uint8Array;
}

interface Packed {
  glyphs: Record<string, [advance: number, left: number, top: number, width: number, height: number]>;
  /** Deflated, in Base64. */
  pixels: string;
}

/** Unpacks it for each picture, because a picture is drawn rarely and memory is short. */
export async function readLettering(): Promise<Lettering> {
  const { glyphs, pixels } = JSON.parse(packed) as Packed; // `npm run pictures` writes it
  let offset = 0;
  const entries = Object.entries(glyphs).map(([key, [advance, left, top, width, height]]) => {
    const glyph: Glyph = { advance, left, top, width, height, offset };
    offset += Math.ceil((width * height) / 2);
    return [key, glyph] as const;
  });
  const deflated = new Blob([Uint8Array.fromBase64(pixels)]).stream();
  const inflated = deflated.pipeThrough(new DecompressionStream("deflate"));
  return { glyphs: new Map(entries), pixels: new Uint8Array(await new Response(inflated).arrayBuffer()) };
}
