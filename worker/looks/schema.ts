import * as z from "zod";
import { text } from "../http/schema.ts";
import {
  isLinkURL,
  MAX_LINK_NAME_CHARACTERS,
  MAX_NOTE_CHARACTERS,
  MAX_PAGE_LINKS,
  MAX_URL_CHARACTERS,
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

/** The settings of how the status page looks. */
export const look = {
  note: text("Note", { max: MAX_NOTE_CHARACTERS }).describe(
    "Shown at the top of the status page, as Markdown like a message. Empty if there is none.",
  ),
  headerLinks: pageLinks("Header links").describe("Links in the header of each page, in this order."),
  footerLinks: pageLinks("Footer links").describe("Links in the footer of each page, in this order."),
};
