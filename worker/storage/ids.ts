import { customAlphabet } from "nanoid";
import { ALPHABET, ID_CHARACTERS } from "./domain.ts";

/** 71 bits from crypto.getRandomValues. */
export const newID = customAlphabet(ALPHABET, ID_CHARACTERS);
