const jurisdictions: Record<string, string> = {
  eu: "only in the European Union",
  fedramp: "only in FedRAMP data centers",
};

/**
 * D1 and R2 create data near one of these places, or only within a jurisdiction.
 * @see https://developers.cloudflare.com/d1/configuration/data-location/
 */
export const locations: Record<string, string> = {
  weur: "Western Europe",
  eeur: "Eastern Europe",
  enam: "Eastern North America",
  wnam: "Western North America",
  apac: "Asia and Pacific",
  oc: "Oceania",
  ...jurisdictions,
};

export function isJurisdiction(location: string): boolean {
  return Object.hasOwn(jurisdictions, location);
}
