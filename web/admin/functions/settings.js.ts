/** What the project's wrangler.toml gives its Functions. */
export interface Variables {
  API_URL: string;
  USER_POOL_ID: string;
  USER_POOL_CLIENT_ID: string;
  /** For a user pool that is not Amazon's own: its address. */
  USER_POOL_ENDPOINT?: string;
  /** For a user pool without SRP: `USER_PASSWORD_AUTH`. */
  AUTHENTICATION_FLOW?: string;
}

/** The runtime settings that `runtime-settings.ts` waits for; they are public by nature. */
export const onRequestGet: PagesFunction<Variables> = ({ env }) => {
  const settings = {
    apiURL: env.API_URL,
    userPoolID: env.USER_POOL_ID,
    clientID: env.USER_POOL_CLIENT_ID,
    userPoolEndpoint: env.USER_POOL_ENDPOINT,
    authenticationFlow: env.AUTHENTICATION_FLOW,
  };
  // No `<` in it, so that no value can end a script element or begin a comment.
  const json = JSON.stringify(settings).replaceAll("<", "\\u003c");
  return new Response(`window.settings = ${json};\n`, {
    headers: {
      "Content-Type": "text/javascript; charset=utf-8",
      "Cache-Control": "no-store",
    },
  });
};
