import * as z from "zod";
import { labeledEnum, text } from "../../http/schema.ts";
import { MAX_URL_CHARACTERS } from "../../shared/domain.ts";
import {
  isLinkURL,
  MAX_LINK_NAME_CHARACTERS,
  MAX_NOTE_CHARACTERS,
  MAX_PAGE_LINKS,
  pageFonts,
  pageTints,
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

function optionalColor(label: string) {
  const error = `${label} must be empty or a color such as #1A2B3C.`;
  return z
    .string({ error: `${label} must be a string.` })
    .max(7, { error, abort: true })
    .regex(/^(#[0-9A-Fa-f]{6})?$/, error);
}

export const theme = {
  note: text("Note", { max: MAX_NOTE_CHARACTERS }).describe(
    "Shown at the top of the status page, as Markdown like a message. Empty if there is none.",
  ),
  headerLinks: pageLinks("Header links").describe("Links in the header of each page, in this order."),
  footerLinks: pageLinks("Footer links").describe("Links in the footer of each page, in this order."),
  accentColor: optionalColor("Accent color").describe(
    "The color of links, buttons and the focus. In each theme it is made darker or lighter until it is legible. Empty if the theme decides.",
  ),
  headerColor: optionalColor("Header color").describe(
    "The color of the header in both themes, with black or white text. Empty if it has the background color.",
  ),
  pageTint: labeledEnum("Page tint", pageTints).describe(
    "`soft` mixes a little of the header color, or else of the accent color, into the background of the page. It has no effect with another background color than white.",
  ),
  pageWidth: labeledEnum("Page width", pageWidths),
  font: labeledEnum("Font", pageFonts).describe(
    "Each is a list of fonts that operating systems have, so no font is loaded.",
  ),
};
