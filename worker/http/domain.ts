// All control characters other than newline and tab, and two more characters that XML does not allow.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is refused
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufffe\uffff]/g;

export function hasControls(text: string): boolean {
  return text.search(CONTROLS) !== -1;
}

export function withoutControls(text: string): string {
  return text.replace(CONTROLS, "");
}

/** Besides the Unicode classes without a glyph, this excludes symbols that are blank by design, such as U+2800. */
const VISIBLE =
  /[^\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800\ufffc\u{13441}\u{13442}\u{1d159}]/u;

export function hasVisibleText(text: string): boolean {
  return VISIBLE.test(text);
}
