import { MAX_LISTED_NAMES } from "../../../worker/notify/subscribers/domain.ts";
import type { ListedSubscriber } from "./calls.ts";

export function addressText({ address }: ListedSubscriber): string {
  return address || "An address that is no longer stored";
}

export function stateText({ state, pausedSince }: ListedSubscriber) {
  if (state === "ended") return { text: "Ended", isBad: false };
  if (state === "unconfirmed") return { text: "Not confirmed", isBad: false };
  return pausedSince ? { text: "Paused", isBad: true } : undefined;
}

/** Such as `Payments, API and more · Spanish`. English is what most have. */
export function getsText(
  { state, everything, groups, components, language }: ListedSubscriber,
  maxNames: number,
): string {
  if (state === "ended") return "Nothing";
  const names = [...groups, ...components];
  const isCut =
    names.length > maxNames || [groups, components].some(({ length }) => length === MAX_LISTED_NAMES);
  const chosen = names.slice(0, maxNames).join(", ") || "Single incidents and maintenance";
  const topics = everything ? "Everything" : `${chosen}${isCut ? " and more" : ""}`;
  return [topics, ...(language === "en" ? [] : [languageName(language)])].join(" · ");
}

function languageName(language: string): string {
  return new Intl.DisplayNames("en", { type: "language" }).of(language) ?? language;
}
