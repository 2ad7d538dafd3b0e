import { isNothingChosen } from "../../../worker/notify/subscribers/domain.ts";
import { isID, isRecord } from "../../../worker/storage/domain.ts";
import { mailAddress } from "../../shared/mail-address.ts";
import { type Fields, toText, toTime } from "../fields.ts";
import type { Components } from "./convert-components.ts";
import { derive } from "./identify.ts";
import type { Notes } from "./notes.ts";

interface Choice {
  everything: boolean;
  components: string[];
  groups: string[];
}

export interface SubscriberRow extends Choice {
  subscriberID: string;
  channel: "email";
  address: string;
  addressKey: null;
  state: "confirmed";
  endedReason: null;
  endedAt: null;
  timeZone: "UTC";
  language: "en";
  dayReminder: false;
  hourReminder: false;
  createdAt: string;
  confirmedAt: string;
  confirmationSentAt: null;
  tokenVersion: 1;
  notices: [];
  endpoint: null;
}

/**
 * Whoever confirmed to get email stays confirmed. Anyone whose consent isn't certain is left out and counted: no note and no error
 * has an address.
 * @see https://developer.statuspage.io/#operation/getPagesPageIdSubscribers
 */
export function convertSubscribers(
  { subscribers, subscriberCounts }: { subscribers: Fields[]; subscriberCounts: Fields },
  { components, notes }: { components: Components; notes: Notes },
): SubscriberRow[] {
  countOthers(subscriberCounts, notes);
  const rows = new Map<string, SubscriberRow>();
  for (const source of subscribers) {
    const row = convertSubscriber(source);
    if (!row) continue;
    const key = row.address.toLowerCase();
    if (rows.has(key)) notes.add("repeatedSubscriber");
    else rows.set(key, row);
  }
  // Statuspage's order changes when someone leaves and comes back.
  return [...rows.values()].sort((one, other) => (one.subscriberID < other.subscriberID ? -1 : 1));

  function convertSubscriber(source: Fields): SubscriberRow | undefined {
    if (!isByEmail(source) || typeof source.quarantined_at === "string") return leaveOut("wrongSubscriber");
    if (toText(source.page_access_user_id) !== "") return leaveOut("privateSubscriber");
    const address = toAddress(source.email);
    const createdAt = toTime(source.created_at);
    const id = toText(source.id);
    if (address === undefined || createdAt === undefined || id === "") return leaveOut("unclearSubscriber");
    const choice = toChoice(source.components, components);
    if (isNothingChosen({ ...choice, notices: [] })) return leaveOut("idleSubscriber");
    return {
      subscriberID: isID(id) ? id : derive(["subscriber", id]),
      channel: "email",
      address,
      addressKey: null,
      state: "confirmed",
      endedReason: null,
      endedAt: null,
      ...choice,
      timeZone: "UTC",
      language: "en",
      dayReminder: false,
      hourReminder: false,
      createdAt,
      confirmedAt: createdAt,
      confirmationSentAt: null,
      tokenVersion: 1,
      notices: [],
      endpoint: null,
    };
  }

  function leaveOut(why: Parameters<Notes["add"]>[0]): undefined {
    notes.add(why);
  }
}

/** Without a list, a subscriber of Statuspage gets everything. A list of what no longer exists isn't everything. */
function toChoice(listed: unknown, { bySourceID, groupIDs }: Components): Choice {
  const ids = Array.isArray(listed)
    ? [...new Set(listed.map((each) => (isRecord(each) ? each.id : each)))]
    : [];
  const isEmpty = listed === null || listed === undefined || (Array.isArray(listed) && listed.length === 0);
  const named = ids.flatMap((id) => bySourceID.get(id) ?? []);
  return {
    everything: isEmpty,
    components: named.map(({ componentID }) => componentID).sort(),
    groups: ids.flatMap((id) => groupIDs.get(id) ?? []).sort(),
  };
}

/** Webhooks have an email address, too. */
function isByEmail({ mode, endpoint }: Fields): boolean {
  return (mode ?? "email") === "email" && toText(endpoint) === "";
}

function toAddress(value: unknown): string | undefined {
  // A hidden address such as a***@example.com can look like a valid one.
  return typeof value !== "string" || value.includes("**") ? undefined : mailAddress(value);
}

function countOthers(counts: Fields, notes: Notes): void {
  const subscriberCount = (kind: string, state: string) => {
    const states = counts[kind];
    const number = isRecord(states) ? states[state] : undefined;
    return typeof number === "number" && Number.isSafeInteger(number) && number > 0 ? number : 0;
  };
  const subscriberTotal = (kind: string) =>
    Math.max(subscriberCount(kind, "total"), subscriberCount(kind, "active"));
  notes.add("unconfirmedSubscriber", subscriberCount("email", "unconfirmed"));
  notes.add("unreachableSubscriber", subscriberCount("email", "quarantined"));
  notes.add("smsSubscriber", subscriberTotal("sms"));
  for (const kind of ["webhook", "slack", "teams", "integration_partner"])
    notes.add("channelSubscriber", subscriberTotal(kind));
}
