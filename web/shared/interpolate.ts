export function interpolate(text: string, values: Record<string, string>): string {
  let result = "";
  let end = 0;
  for (let start = text.indexOf("{"); start !== -1; start = text.indexOf("{", start + 1)) {
    const close = text.indexOf("}", start);
    const value = values[text.slice(start + 1, close)];
    if (value === undefined) continue;
    result += text.slice(end, start) + value;
    end = close + 1;
  }
  return result + text.slice(end);
}
