import { customAlphabet } from "nanoid";

const form = /^[0-9A-Za-z]{12}$/;

/** Whether a text has the form of an id; only such a text may become part of a key in R2. */
export function isID(text: string): boolean {
  return form.test(text);
}

/** 12 characters of [0-9A-Za-z]: 71 bits from crypto.getRandomValues. */
export const newID = customAlphabet("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz", 12);
