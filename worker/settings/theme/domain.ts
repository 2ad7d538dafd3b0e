import { isWebURL, MAX_URL_CHARACTERS } from "../../shared/domain.ts";
import { hasTexts } from "../../storage/domain.ts";

export const MAX_NOTE_CHARACTERS = 2000;
export const MAX_PAGE_LINKS = 5;
export const MAX_LINK_NAME_CHARACTERS = 50;

export interface PageLink {
  name: string;
  url: string;
}

export function isLinkURL(url: string): boolean {
  const isAddress = url.length <= MAX_URL_CHARACTERS && /^mailto:[^\s@<>"]+@[^\s@<>"]+$/i.test(url);
  return isAddress || isWebURL(url);
}

export function isPageLink(value: unknown): boolean {
  return hasTexts(value, "name", "url") && isLinkURL(String(value.url));
}

export const pageWidths = ["narrow", "normal", "wide"] as const;
export type PageWidth = (typeof pageWidths)[number];

/** The first is the default. A soft tint mixes a little of the header's or accent color into the page's background. */
export const pageTints = ["none", "soft"] as const;
export type PageTint = (typeof pageTints)[number];

/** The first font is the default. */
export const pageFonts = ["system", "grotesque", "humanist", "rounded", "serif", "monospace"] as const;
export type PageFont = (typeof pageFonts)[number];

/** The first kind is the default. */
export const logoKinds = ["logo", "darkLogo", "favicon"] as const;
export type LogoKind = (typeof logoKinds)[number];

export const logoFields = {
  logo: "logoID",
  darkLogo: "darkLogoID",
  favicon: "faviconID",
} as const satisfies Record<LogoKind, string>;
