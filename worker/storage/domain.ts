export const KiB = 1024;
export const MiB = 1024 * KiB;

export const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
export const ID_CHARACTERS = 12;

/** Only an ID may become part of an R2 key. */
export function isID(text: string): boolean {
  return isOfAlphabet(text, ID_CHARACTERS);
}

export function isOfAlphabet(text: string, characters: number): boolean {
  return text.length === characters && /^[0-9A-Za-z]*$/.test(text);
}
