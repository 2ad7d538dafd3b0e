import { Agent } from "undici";

/** Servers close connections that are idle for five seconds or longer. */
const MAX_IDLE_MS = 1000;

const { fetch } = globalThis;
const makeAgent = () => new Agent({ keepAliveTimeout: MAX_IDLE_MS });
let agent = makeAgent();
let usedAt = 0;

/**
 * Uses no connection that was idle for some seconds, because its server may have closed it. On a busy machine `fetch` could notice
 * too late and lose its next request there: its own limit is a timer, which can be as late as the notice.
 */
export const freshFetch: typeof fetch = (input, init) => {
  const now = performance.now();
  if (now - usedAt > MAX_IDLE_MS) {
    void agent.close(); // It still waits for responses.
    agent = makeAgent();
  }
  usedAt = now;
  return fetch(input, { ...init, dispatcher: agent } as RequestInit);
};
