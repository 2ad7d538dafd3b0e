import type { SignInChoice, SignInSettings } from "../../../../worker/sign-in/schema.ts";

export type SignInKind = SignInChoice["kind"];

/** The texts of one kind stay when another is chosen. */
export interface SignInDraft {
  kind: SignInKind;
  issuer: string;
  clientID: string;
  clientSecret: string;
  adminClaim: string;
  admins: string;
  teamDomain: string;
  audience: string;
  userPoolID: string;
  poolClientID: string;
  group: string;
}

export const emptySignIn: SignInDraft = {
  kind: "provider",
  issuer: "",
  clientID: "",
  clientSecret: "",
  adminClaim: "email",
  admins: "",
  teamDomain: "",
  audience: "",
  userPoolID: "",
  poolClientID: "",
  group: "",
};

export function toDraft(signIn: SignInSettings["signIn"]): SignInDraft {
  switch (signIn.kind) {
    case "variables":
    case "unreadable":
      return { ...emptySignIn, kind: "variables" };
    case "provider":
      return { ...emptySignIn, ...signIn };
    case "access":
      return { ...emptySignIn, ...signIn };
    case "pool":
      return { ...emptySignIn, ...signIn, clientID: "", poolClientID: signIn.clientID };
  }
}

/** @param hasSecret whether the stored secret belongs to this client, and stays unless another is typed */
export function toChoice(draft: SignInDraft, hasSecret: boolean): SignInChoice {
  const { kind, issuer, clientID, clientSecret, adminClaim, admins, teamDomain, audience } = draft;
  switch (kind) {
    case "variables":
      return { kind };
    case "provider": {
      const keepsSecret = hasSecret && clientSecret === "";
      return { kind, issuer, clientID, adminClaim, admins, ...(!keepsSecret && { clientSecret }) };
    }
    case "access":
      return { kind, teamDomain, audience };
    case "pool":
      return { kind, userPoolID: draft.userPoolID, clientID: draft.poolClientID, group: draft.group };
  }
}
