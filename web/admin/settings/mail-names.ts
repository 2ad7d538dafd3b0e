import {
  type MailProviderID,
  type MailRegion,
  mailProviders,
  mailRegions,
} from "../../../worker/settings/domain.ts";

export function providerName(provider: MailProviderID): string {
  return mailProviders.find(({ id }) => id === provider)?.name ?? provider;
}

export function regionName(region: MailRegion): string {
  return mailRegions.find(({ id }) => id === region)?.name ?? region;
}
