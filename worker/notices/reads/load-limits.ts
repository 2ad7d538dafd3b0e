import { KiB, MiB } from "../../shared/domain.ts";

/** D1 returns no more than this of each notice, whatever is stored. */
export interface LoadLimits {
  updates: number;
  /** Skips empty messages if a notice has more updates than `updates`. */
  skipsEmptyMessages?: true;
  characters: number;
  /** The limit holds for all messages together: first the newest update of each notice, then the second newest, and so on. */
  messageBytes: number;
  components: number;
  nameBytes: number;
}

export const MAX_MESSAGE_CHARACTERS = 20_000;
/** Only the update that closes the notice and a restored archive may exceed this. */
export const MAX_UPDATES = 200;

export const excerptLimits: LoadLimits = {
  updates: 25,
  characters: 4000,
  messageBytes: 256 * KiB,
  components: 20,
  nameBytes: 512 * KiB,
};

/** The API returns whole messages, because a client may write them back. */
export const apiLimits: LoadLimits = {
  updates: 1000,
  characters: MAX_MESSAGE_CHARACTERS,
  messageBytes: 4 * MiB,
  components: 1000,
  nameBytes: 2 * MiB,
};
