export const KiB = 1024;
export const MiB = 1024 * KiB;

export const MAX_URL_CHARACTERS = 2000;

/** Visitors open these links from the status page, so other schemes, such as javascript:, are refused. */
export function isWebURL(url: string): boolean {
  return url.length <= MAX_URL_CHARACTERS && /^https?:\/\/[^\s/?#\\@]+([/?#]\S*)?$/i.test(url);
}
