import type { Settings } from "../../../worker/settings/schema.ts";
import { linksOf, linkText } from "./link-text.ts";

const draftOf = ({
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

export type ThemeDraft = ReturnType<typeof draftOf>;

const namesOf = (links: Settings["headerLinks"]) =>
  links.map(({ name, url }) => `${name} (${url})`).join(", ");

export const themeForm = {
  draftOf,
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
    headerLinks: { label: "Header links", value: namesOf(headerLinks) },
    footerLinks: { label: "Footer links", value: namesOf(footerLinks) },
  }),
  changeOf: ({ headerLinks, footerLinks, ...changed }: Partial<ThemeDraft>) => ({
    ...changed,
    ...(headerLinks !== undefined && { headerLinks: linksOf(headerLinks) }),
    ...(footerLinks !== undefined && { footerLinks: linksOf(footerLinks) }),
  }),
};
