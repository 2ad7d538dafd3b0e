const MAX_CHARACTERS = 1000;

/** What another service says of an error, as far as it is kept and shown. */
export function shortened(words: string): string {
  return words.length > MAX_CHARACTERS ? `${words.slice(0, MAX_CHARACTERS - 1).toWellFormed()}…` : words;
}
