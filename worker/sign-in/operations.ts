const onlyConsole =
  "Only pages of the console may make this call, and only if the secret `OIDC_CLIENT_SECRET` is set. A network can make 60 calls for signing in a minute.";

const tag = "Console";

export const signInOperations = {
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
