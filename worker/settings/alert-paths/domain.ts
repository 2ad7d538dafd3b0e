export const MAX_PATH_CHARACTERS = 500;
export const MAX_PATH_LEVELS = 8;
export const MAX_RESOLVED_VALUES = 20;
export const MAX_RESOLVED_CHARACTERS = 100;

/** A JSON Pointer: one or more names, each after a slash, in which `~1` is a slash and `~0` a tilde (RFC 6901). */
export const pathPattern = new RegExp(`^(?:/(?:[^~/]|~[01])*){1,${MAX_PATH_LEVELS}}$`);
