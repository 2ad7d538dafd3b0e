export const fullRun = { kills: 50, minutes: 30, requests: 100_000, calls: 40, isolates: 5 };

/** Says also if the run was smaller than a full one, because it proves less. */
export function describeBound(name: keyof typeof fullRun, value: number): string {
  const full = fullRun[name];
  const text = `${value.toLocaleString("en")} ${name}`;
  return value < full ? `${text} (a full run has ${full.toLocaleString("en")})` : text;
}
