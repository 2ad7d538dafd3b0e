const { fetch } = globalThis;

/**
 * Uses a new connection for each request. Servers close connections that are idle for some seconds. On a busy machine `fetch` could
 * notice too late and lose its next request there.
 */
export const freshFetch: typeof fetch = (input, init) => {
  const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined));
  headers.set("Connection", "close");
  return fetch(input, { ...init, headers });
};
