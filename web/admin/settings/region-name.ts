import { type MailRegion, mailRegions } from "../../../worker/settings/domain.ts";

export function regionName(region: MailRegion): string {
  return mailRegions.find(({ id }) => id === region)?.name ?? region;
}
