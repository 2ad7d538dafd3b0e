/** Clears the screen, sets the window title, breaks the line, sets colors with C1 controls and reverses text. */
export const hostileText =
  "\u001b[2J\u001b[31m\u001b]0;x\u0007\u009b31m\b\r\u2028\u0085\nFORGED\u202e\u2066\u2067\u061c\u200f";

/** Finds what `hostileText` does to a terminal. */
export const terminalControls = /(?!\n)[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]|^FORGED/mu;
