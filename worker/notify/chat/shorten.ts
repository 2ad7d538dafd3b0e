import { truncate } from "../../shared/truncate.ts";

/**
 * Shortens a text, which then ends in "…", until what is made of it fits.
 * @param sizeOf grows with the text. For some texts that fit no limit, the result is empty.
 */
export function shorten(text: string, max: number, sizeOf: (text: string) => number): string {
  if (sizeOf(text) <= max) return text;
  let [fitting, tooLong] = [0, text.length];
  while (tooLong - fitting > 1) {
    const middle = (fitting + tooLong) >> 1;
    if (sizeOf(truncate(text, middle)) <= max) fitting = middle;
    else tooLong = middle;
  }
  return fitting === 0 ? "" : truncate(text, fitting);
}
