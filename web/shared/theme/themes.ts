export type Mode = "light" | "dark";

/** Must equal the colors of tokens.css. */
export const themes = {
  light: {
    page: "#f5f7fa",
    card: "#ffffff",
    line: "#dde3ea",
    text: "#17202e",
    soft: "#546073",
    link: "#1a54c4",
  },
  dark: {
    page: "#0e131b",
    card: "#161d28",
    line: "#2a3442",
    text: "#e8ecf2",
    soft: "#a3aebe",
    link: "#8ab4ff",
  },
} as const satisfies Record<Mode, object>;
