import { createServer } from "node:net";

// Below the range (from 32768 on, on Linux) out of which the system gives ports to whoever asks for any: one that is
// found free here is not handed to somebody else before it is used.
const [lowest, count] = [10_000, 20_000];

/** Ports of this machine that nobody listens on. */
export async function freePorts(wanted: number): Promise<number[]> {
  const found = new Set<number>();
  while (found.size < wanted) {
    const port = lowest + Math.floor(Math.random() * count);
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
