export interface ListedComponent {
  group: string | undefined;
  name: string;
}

/** A component a line, as `Name` or `Group / Name`. Empty lines and the marks of a list are left out. */
export function parseComponentList(text: string): ListedComponent[] {
  return text.split("\n").flatMap((line) => {
    const [first = "", ...rest] = line
      .replace(/^\s*[-*•]\s+/, "")
      .split(/\s+\/\s+/)
      .map((part) => part.trim());
    const name = rest.join(" / ");
    if (first === "") return [];
    return [name === "" ? { group: undefined, name: first } : { group: first, name }];
  });
}

export function formatComponentList(listed: readonly ListedComponent[]): string {
  return listed.map(({ group, name }) => (group === undefined ? name : `${group} / ${name}`)).join("\n");
}
