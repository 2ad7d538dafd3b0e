import { read, store } from "../../session/window-storage.ts";
import { emptySignIn, type SignInDraft } from "../choice/choice-draft.ts";

export const DRAFT_KEY = "daymark.setup-sign-in";

/** A try leaves the page, and whoever comes back from one that failed goes on with the same texts. The secret is typed again. */
export function storeSetUpDraft({ clientSecret: _, ...draft }: SignInDraft): void {
  try {
    store(DRAFT_KEY, draft);
  } catch {
    // Then all of it has to be typed again.
  }
}

export function storedSetUpDraft(): SignInDraft {
  return { ...emptySignIn, ...read<SignInDraft>(DRAFT_KEY) };
}
