import { count } from "../output.ts";

const are = (number: number) => (number === 1 ? "is" : "are");
const have = (number: number) => (number === 1 ? "has" : "have");

/** Each sentence tells what an import changes or leaves out, for its number of cases. */
const sentences = {
  cutText: (n: number) => `${count(n, "text")} ${are(n)} longer than Daymark allows, and ${are(n)} cut.`,
  noName: (n: number) => `${count(n, "name")} ${are(n)} missing or blank, and ${are(n)} replaced.`,
  componentStatus: (n: number) =>
    `${count(n, "component status", "component statuses")} ${are(n)} unknown here: Degraded Performance stands for ${n === 1 ? "it" : "them"}.`,
  noticeStatus: (n: number) =>
    `${count(n, "status", "statuses")} of updates, incidents or maintenances ${are(n)} unknown here, and ${are(n)} replaced by the nearest.`,
  noTime: (n: number) =>
    `${count(n, "time")} ${are(n)} missing or wrong, and ${are(n)} replaced by another of the same entry.`,
  noWindow: (n: number) =>
    `${count(n, "maintenance")} ${have(n)} no end after the start: one hour is assumed.`,
  newID: (n: number) =>
    `${count(n, "ID")} ${are(n)} not like those of Daymark. New ones are derived, so old addresses with ${n === 1 ? "it" : "them"} don't work.`,
  repeated: (n: number) => `${count(n, "entry", "entries")} with the ID of another ${are(n)} left out.`,
  noGroup: (n: number) => `${count(n, "component")} of an unknown group ${are(n)} outside of groups.`,
  groupDescription: (n: number) => `${count(n, "description")} of groups: a group has none here.`,
  hiddenComponent: (n: number) =>
    `${count(n, "component")} that the page shows only while degraded, or not at all, ${are(n)} always shown here.`,
  impact: (n: number) =>
    `The impact of ${count(n, "incident")}: here it follows from the statuses of components.`,
  noComponentStatus: (n: number) =>
    `${count(n, "incident or maintenance", "incidents or maintenances")} without a word on how components changed. Uptime doesn't count ${n === 1 ? "it" : "them"}.`,
  busyDay: (n: number) =>
    `${count(n, "day")} on which a component changed more than four times: the worst status counts from the first change to the last.`,
  draft: (n: number) => `${count(n, "write-up")} of open incidents ${are(n)} left out.`,
  tweet: (n: number) => `${count(n, "update")} ${have(n)} a text for Twitter, which is left out.`,
} as const;

export class Notes {
  readonly #counts = new Map<keyof typeof sentences, number>();
  readonly #others: string[] = [];

  add(name: keyof typeof sentences): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  }

  say(sentence: string): void {
    this.#others.push(sentence);
  }

  /** In the order of the table above. */
  list(): string[] {
    const counted = Object.entries(sentences).flatMap(([name, sentence]) => {
      const number = this.#counts.get(name as keyof typeof sentences); // Object.entries widens the keys to string
      return number === undefined ? [] : [sentence(number)];
    });
    return [...this.#others, ...counted];
  }
}
