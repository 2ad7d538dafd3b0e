import * as z from "zod";
import { labeledEnum, text } from "../../http/schema.ts";
import {
  isLinkURL,
  MAX_LINK_NAME_CHARACTERS,
  MAX_NOTE_CHARACTERS,
  MAX_PAGE_LINKS,
  MAX_URL_CHARACTERS,
  pageFonts,
  pageWidths,
} from "./domain.ts";

const pageLink = z.object(
  {
    name: text("Link name", { min: 1, max: MAX_LINK_NAME_CHARACTERS }),
    url: text("Link address", { min: 1, max: MAX_URL_CHARACTERS }).refine(
      (url) =>
        url === "" || url.length > MAX_URL_CHARACTERS || (isLinkURL(url) && z.url().safeParse(url).success),
      { error: "Link address must be an https, http or mailto address without spaces or a user name." },
    ),
  },
  { error: "A link must be an object with name and url." },
);

const pageLinks = (label: string) =>
  z
    .array(pageLink, { error: `${label} must be a list.` })
    .max(MAX_PAGE_LINKS, `${label} can have ${MAX_PAGE_LINKS} entries at most.`);

const INVALID_ACCENT = "Accent color must be empty or a color such as #1A2B3C.";

export const theme = {
  note: text("Note", { max: MAX_NOTE_CHARACTERS }).describe(
    "Shown at the top of the status page, as Markdown like a message. Empty if there is none.",
  ),
  headerLinks: pageLinks("Header links").describe("Links in the header of each page, in this order."),
  footerLinks: pageLinks("Footer links").describe("Links in the footer of each page, in this order."),
  accentColor: z
    .string({ error: "Accent color must be a string." })
    .max(7, { error: INVALID_ACCENT, abort: true })
    .regex(/^(#[0-9A-Fa-f]{6})?$/, INVALID_ACCENT)
    .describe(
      "The color of links, buttons and the focus. In each theme it is made darker or lighter until it is legible. Empty if the theme decides.",
    ),
  pageWidth: labeledEnum("Page width", pageWidths),
  font: labeledEnum("Font", pageFonts).describe(
    "Each is a list of fonts that operating systems have, so no font is loaded.",
  ),
};
