const controls = /[\u202a-\u202e\u2066-\u2069]/;
const popping = /\u2069/g;
const [FSI, PDI] = ["\u2068", "\u2069"];

/**
 * What somebody wrote, among words of ours where no element can keep it apart, as `<bdi>` does elsewhere: a direction
 * that it sets ends with it (Unicode Standard Annex 9).
 */
export function isolateDirection(text: string): string {
  if (!controls.test(text)) return text;
  // Isolates that it ends without having begun them are begun for it.
  const around = 1 + (text.match(popping) ?? []).length;
  return FSI.repeat(around) + text + PDI.repeat(around);
}
