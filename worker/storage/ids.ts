import { customAlphabet } from "nanoid";
import { ALPHABET, ID_CHARACTERS } from "./domain.ts";

/** An ID has 71 random bits. */
export const newID = customAlphabet(ALPHABET, ID_CHARACTERS);
