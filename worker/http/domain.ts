/** Besides the Unicode classes without a glyph, this excludes symbols that are blank by design, such as U+2800. */
const VISIBLE =
  /[^\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800\ufffc\u{13441}\u{13442}\u{1d159}]/u;

export function hasVisibleText(text: string): boolean {
  return VISIBLE.test(text);
}
