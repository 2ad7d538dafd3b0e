import { customAlphabet } from "nanoid";
import { ALPHABET, ID_CHARACTERS } from "./domain.ts";

export const newID = customAlphabet(ALPHABET, ID_CHARACTERS);
