/** The texts between fences that name no language. */
export function blocksOf(text: string): string[] {
  return [...text.matchAll(/^( *)```(\w*)\n(.*?)^\1```$/gms)].flatMap(
    ([, indent = "", language, block = ""]) =>
      language === "" ? [block.replace(new RegExp(`^${indent}`, "gm"), "")] : [],
  );
}
