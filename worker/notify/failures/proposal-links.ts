import { discardPath, publishPath } from "../../notices/proposals/domain.ts";

/** @param consoleLink any address of the console */
export function proposalLinks(consoleLink: string, proposalID: string) {
  return {
    publishLink: new URL(publishPath(proposalID), consoleLink).href,
    discardLink: new URL(discardPath(proposalID), consoleLink).href,
  };
}
