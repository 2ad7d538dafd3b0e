import { MAX_COMPONENTS } from "../../../worker/components/domain.ts";
import { MAX_DECIMAL_PLACES, MAX_METRICS } from "../../../worker/metrics/domain.ts";
import { MAX_TEMPLATES } from "../../../worker/notices/templates/domain.ts";
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
  impact: (n: number) =>
    `The impact of ${count(n, "incident")}: here it follows from the statuses of components.`,
  noComponentStatus: (n: number) =>
    `${count(n, "incident or maintenance", "incidents or maintenances")} without a word on how components changed. Uptime doesn't count ${n === 1 ? "it" : "them"}.`,
  extraAffected: (n: number) =>
    `${count(n, "component")} more than the ${MAX_COMPONENTS.toLocaleString("en")} that an incident or maintenance can name here ${are(n)} left out.`,
  draft: (n: number) => `${count(n, "write-up")} of open incidents ${are(n)} left out.`,
  tweet: (n: number) => `${count(n, "update")} ${have(n)} a text for Twitter, which is left out.`,
  extraTemplate: (n: number) =>
    `${count(n, "template")} more than the ${MAX_TEMPLATES} that an installation can have ${are(n)} left out.`,
  templateName: (n: number) =>
    `${count(n, "template")} with the name of another ${have(n)} a number after it.`,
  templateStatus: (n: number) =>
    `${count(n, "status", "statuses")} of templates ${are(n)} unknown here: ${n === 1 ? "it leaves" : "they leave"} the status open.`,
  templateComponents: (n: number) =>
    `${count(n, "template")} ${n === 1 ? "names" : "name"} components without a status: Degraded Performance is assumed, Under Maintenance for maintenances, and Operational at the end.`,
  templateGroup: (n: number) => `The groups of ${count(n, "template")}: here, templates have none.`,
  extraMetric: (n: number) =>
    `${count(n, "metric")} more than the ${MAX_METRICS} that an installation can have ${are(n)} left out.`,
  collectedMetric: (n: number) =>
    `${count(n, "metric")} that Statuspage collected from a monitoring service ${n === 1 ? "waits" : "wait"} here for points from a script.`,
  decimalPlaces: (n: number) =>
    `${count(n, "metric")} with more than ${MAX_DECIMAL_PLACES} decimal places ${n === 1 ? "shows" : "show"} ${MAX_DECIMAL_PLACES}.`,
  unconfirmedSubscriber: (n: number) =>
    `${count(n, "email subscriber")} who ${have(n)} not confirmed ${are(n)} left out.`,
  unreachableSubscriber: (n: number) =>
    `${count(n, "email subscriber")} whom Statuspage can't reach ${are(n)} left out.`,
  smsSubscriber: (n: number) => `${count(n, "subscriber")} by SMS ${are(n)} left out: Daymark sends none.`,
  channelSubscriber: (n: number) =>
    `${count(n, "webhook or chat channel", "webhooks and chat channels")} of subscribers ${are(n)} left out: ${n === 1 ? "it has" : "they have"} to be confirmed here.`,
  wrongSubscriber: (n: number) =>
    `${count(n, "subscriber")} in the list of email subscribers ${are(n)} left out, because email to ${n === 1 ? "it" : "them"} isn't confirmed.`,
  privateSubscriber: (n: number) =>
    `${count(n, "email subscriber")} who ${n === 1 ? "signs" : "sign"} in to see the page ${are(n)} left out.`,
  unclearSubscriber: (n: number) =>
    `${count(n, "email subscriber")} ${are(n)} left out, because the address is hidden or can't get email, or the time of the subscription is unknown.`,
  idleSubscriber: (n: number) =>
    `${count(n, "email subscriber")} of components that no longer exist ${are(n)} left out.`,
  repeatedSubscriber: (n: number) =>
    `${count(n, "email subscriber")} with the address of another ${are(n)} left out.`,
} as const;

export class Notes {
  readonly #counts = new Map<keyof typeof sentences, number>();
  readonly #others: string[] = [];

  add(name: keyof typeof sentences, number = 1): void {
    if (number > 0) this.#counts.set(name, (this.#counts.get(name) ?? 0) + number);
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
