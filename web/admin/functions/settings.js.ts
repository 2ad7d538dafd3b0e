import { type Variables, withActiveSignIn } from "../session/active-sign-in.ts";

/** None of these settings is secret. `runtime-settings.ts` waits for them. */
export const onRequestGet: PagesFunction<Variables> = async (context) => {
  const env = await withActiveSignIn(context.env);
  const settings = {
    apiURL: env.API_URL,
    userPoolID: env.USER_POOL_ID,
    clientID: env.USER_POOL_CLIENT_ID,
    userPoolEndpoint: env.USER_POOL_ENDPOINT,
    authenticationFlow: env.AUTHENTICATION_FLOW,
    issuer: env.OIDC_ISSUER,
    issuerClientID: env.OIDC_CLIENT_ID,
    issuerClientType: env.OIDC_CLIENT_TYPE,
    accessAudience: env.ACCESS_AUD,
    isUnset: env.isUnset,
    isSignInStored: env.isSignInStored,
  };
  // Without `<`, no value can end a script element or begin a comment.
  const json = JSON.stringify(settings).replaceAll("<", "\\u003c");
  return new Response(`window.settings = ${json};\n`, {
    headers: {
      "Content-Type": "text/javascript; charset=utf-8",
      "Cache-Control": "no-store",
    },
  });
};
