import { createServer } from "node:net";

// Below the range (from 32768 on, on Linux) out of which the system gives ports to whoever asks for any: one that is
// found free here is not handed to somebody else before it is used.
const [lowest, count] = [10_000, 20_000];

// Each of the processes that run tests at the same time has a stretch of its own: between being found and being
// listened on, a port is anybody's.
const [stretch, stretches] = [Number(process.env.VITEST_POOL_ID ?? 0), 16];

/** Ports of this machine that nobody listens on. */
export async function freePorts(wanted: number): Promise<number[]> {
  const found = new Set<number>();
  while (found.size < wanted) {
    const within = Math.floor((Math.random() * count) / stretches);
    const port = lowest + ((stretch % stretches) * count) / stretches + within;
    if (await isFree(port)) found.add(port);
  }
  return [...found];
}

function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once("error", () => resolve(false));
    server.listen(port, () => server.close(() => resolve(true)));
  });
}
