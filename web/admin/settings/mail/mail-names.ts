import {
  type MailProviderID,
  type MailRegion,
  mailProviders,
  mailRegions,
} from "../../../../worker/settings/mail/domain.ts";

export const REMINDER_LABEL = "Remind us if there is no update for";
export const ENDPOINTS_LABEL = "Let visitors follow by chat, webhook and browser";

export function providerName(provider: MailProviderID): string {
  return mailProviders.find(({ id }) => id === provider)?.name ?? provider;
}

export function regionName(region: MailRegion): string {
  return mailRegions.find(({ id }) => id === region)?.name ?? region;
}
