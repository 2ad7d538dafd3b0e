export const KiB = 1024;
export const MiB = 1024 * KiB;

/** What ids and API keys are made of. */
export const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
export const ID_CHARACTERS = 12;

/** Whether a text has the form of an id; only such a text may become part of a key in R2. */
export function isID(text: string): boolean {
  return isOfAlphabet(text, ID_CHARACTERS);
}

export function isOfAlphabet(text: string, characters: number): boolean {
  return text.length === characters && /^[0-9A-Za-z]*$/.test(text);
}
