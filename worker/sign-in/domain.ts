/** The path at the console to which a provider sends the browser back. */
export const CALLBACK_PATH = "/signin/callback";
