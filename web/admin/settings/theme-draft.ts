import type { Settings } from "../../../worker/settings/schema.ts";
import { linkText, parseLinks } from "./link-text.ts";

const toDraft = ({
  backgroundColor,
  accentColor,
  pageWidth,
  font,
  note,
  headerLinks,
  footerLinks,
}: Settings) => ({
  backgroundColor,
  accentColor,
  pageWidth,
  font,
  note,
  headerLinks: linkText(headerLinks),
  footerLinks: linkText(footerLinks),
});

export type ThemeDraft = ReturnType<typeof toDraft>;

const linkTexts = (links: Settings["headerLinks"]) =>
  links.map(({ name, url }) => `${name} (${url})`).join(", ");

export const themeForm = {
  toDraft,
  comparedFields: ({
    backgroundColor,
    accentColor,
    pageWidth,
    font,
    note,
    headerLinks,
    footerLinks,
  }: Settings) => ({
    backgroundColor: { label: "Background Color", value: backgroundColor },
    accentColor: { label: "Accent Color", value: accentColor },
    pageWidth: { label: "Page width", value: pageWidth },
    font: { label: "Font", value: font },
    note: { label: "Note", value: note },
    headerLinks: { label: "Header links", value: linkTexts(headerLinks) },
    footerLinks: { label: "Footer links", value: linkTexts(footerLinks) },
  }),
  toChange: ({ headerLinks, footerLinks, ...changed }: Partial<ThemeDraft>) => ({
    ...changed,
    ...(headerLinks !== undefined && { headerLinks: parseLinks(headerLinks) }),
    ...(footerLinks !== undefined && { footerLinks: parseLinks(footerLinks) }),
  }),
};
