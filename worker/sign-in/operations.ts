const onlyConsole =
  "Only pages of the console may make this call. A network can make 60 calls for signing in a minute.";

const tag = "Console";

export const signInOperations = {
  getSignIn: {
    operationId: "getSignIn",
    tag: "Console",
    summary: "Get how administrators sign in",
    description:
      "Returns what the console needs to sign someone in: `variables` if the variables of the deployment decide, and `none` if nobody can sign in yet.",
  },
  getSignInSettings: {
    operationId: "getSignInSettings",
    tag: "Settings",
    summary: "Get the sign-in settings",
    description: "Returns how administrators sign in, without the secret of the client.",
  },
  trySignIn: {
    operationId: "trySignIn",
    tag: "Settings",
    summary: "Try a way to sign in",
    description:
      "Checks a way to sign in, and seals it as a candidate. Nothing changes before somebody has signed in with it.",
  },
  checkSetupKey: {
    operationId: "checkSetupKey",
    tag: "Console",
    summary: "Check the setup key",
    description:
      "Responds 200 if the key is that of this installation, is younger than a day, and nobody can sign in yet. Only pages of the console may make this call.",
  },
  trySetup: {
    operationId: "trySetup",
    tag: "Console",
    summary: "Try the first way to sign in",
    description:
      "Like `trySignIn`, with the setup key. Whoever then signs in is the first administrator, and the key works no more. Only pages of the console may make this call.",
  },
  activateSignIn: {
    operationId: "activateSignIn",
    tag: "Console",
    summary: "Use a way to sign in that was tried",
    description: `Makes the candidate the way to sign in, if the proof is a sign-in with it by somebody who is an administrator by its rules. Responds 409 if the candidate has expired, or the sign-in has changed since it was made. Only pages of the console may make this call.`,
  },
  getSignInProvider: {
    operationId: "getSignInProvider",
    tag,
    summary: "Get the identity provider",
    description: `Returns what the console needs of the provider's discovery document, because a provider may answer no browser. ${onlyConsole}`,
  },
  exchangeCode: {
    operationId: "exchangeCode",
    tag,
    summary: "Exchange a code for an ID token",
    description: `Sends the code with the client's secret to the provider, and checks the ID token. The redirect URI is always that of the console. ${onlyConsole}`,
  },
  refreshTokens: {
    operationId: "refreshTokens",
    tag,
    summary: "Refresh an ID token",
    description: `Sends the refresh token with the client's secret to the provider. Responds 401 if the session there has ended. ${onlyConsole}`,
  },
  revokeToken: {
    operationId: "revokeToken",
    tag,
    summary: "Revoke a refresh token",
    description: `Ends the refresh token, if the provider has an address for that. ${onlyConsole}`,
  },
};
