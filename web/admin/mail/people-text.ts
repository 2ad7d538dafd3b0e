export function peopleText(count: number): string {
  return count === 1 ? "1 person" : `${count.toLocaleString("en-US")} people`;
}

/** `12 people get an email.` Without a count yet, it speaks of subscribers. */
export function whoGets(what: string, count: number | undefined): string {
  if (count === undefined) return `Subscribers get ${what}.`;
  if (count === 0) return "No one has subscribed to this.";
  return `${peopleText(count)} ${count === 1 ? "gets" : "get"} ${what}.`;
}
