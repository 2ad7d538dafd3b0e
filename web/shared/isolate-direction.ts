const directionControls = /[\u202a-\u202e\u2066-\u2069]/;
const [FSI, PDI] = ["\u2068", "\u2069"];

/**
 * Wraps user text in Unicode isolates, for places that allow no `<bdi>`.
 * @see https://www.unicode.org/reports/tr9/
 */
export function isolateDirection(text: string): string {
  if (!directionControls.test(text)) return text;
  // The text may close isolates that it did not open, so one more is opened for each.
  const depth = text.split(PDI).length;
  return FSI.repeat(depth) + text + PDI.repeat(depth);
}
