const DEFAULT_REGION = "us-east-1";

export function poolAddress(userPoolID: string, endpoint?: string): string {
  return endpoint || `https://cognito-idp.${poolRegion(userPoolID)}.amazonaws.com/`;
}

/** A pool's id begins with its region: `eu-west-1_AbC123`. */
export function poolRegion(userPoolID: string): string {
  return userPoolID.match(/^([a-z]{2}(?:-[a-z]+)+-\d+)_/)?.[1] ?? DEFAULT_REGION;
}
