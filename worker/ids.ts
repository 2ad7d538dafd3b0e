import { customAlphabet } from "nanoid";

/** 12 characters of [0-9A-Za-z]: 71 bits from crypto.getRandomValues. */
export const newID = customAlphabet("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz", 12);
