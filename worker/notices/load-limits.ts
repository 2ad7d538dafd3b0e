import { KiB, MiB } from "../storage/domain.ts";

/** How much of each notice a read loads. D1 hands over no more than this, whatever is stored. */
export interface LoadLimits {
  /** The newest updates of each notice. */
  updates: number;
  /** Whether they are the newest that have words, where a notice has more updates than are read. */
  skipsEmptyMessages?: true;
  /** Of each message; a longer one is cut at a word. */
  characters: number;
  /** Of all messages together. The newest update of each notice comes first, then the second newest of each. */
  messageBytes: number;
  /** Of each notice, the worst first. */
  components: number;
  /** Of the names of all components together. */
  nameBytes: number;
}

/** The longest message that is accepted. */
export const MAX_MESSAGE_CHARACTERS = 20_000;
/** An incident or a maintenance takes no more of them, except the one that closes it. */
export const MAX_UPDATES = 1000;

/** For pages, feeds and calendars: what is left out is on the notice's own page. */
export const excerptLimits: LoadLimits = {
  updates: 25,
  characters: 4000,
  messageBytes: 256 * KiB,
  components: 20,
  nameBytes: 512 * KiB,
};

/** For the API: messages are always whole, since a client may write them back. */
export const apiLimits: LoadLimits = {
  updates: MAX_UPDATES,
  characters: MAX_MESSAGE_CHARACTERS,
  messageBytes: 4 * MiB,
  components: 1000,
  nameBytes: 2 * MiB,
};
