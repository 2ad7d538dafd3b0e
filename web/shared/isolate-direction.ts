const directionControls = /[\u202a-\u202e\u2066-\u2069]/;
const popIsolates = /\u2069/g;
const [FSI, PDI] = ["\u2068", "\u2069"];

/**
 * Confines the text direction that user text sets, where the text can't stand in a `<bdi>` element.
 * @see https://www.unicode.org/reports/tr9/
 */
export function isolateDirection(text: string): string {
  if (!directionControls.test(text)) return text;
  // The text may close isolates that it did not open, so one more is opened for each.
  const depth = 1 + (text.match(popIsolates) ?? []).length;
  return FSI.repeat(depth) + text + PDI.repeat(depth);
}
