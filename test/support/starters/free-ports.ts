import { createServer } from "node:net";

// These ports are below Linux's ephemeral range (from 32768), so the system doesn't assign them to other processes.
const FIRST_PORT = 10_000;
const PORT_COUNT = 20_000;

// Each worker process of vitest has a range of its own, because two of them could find the same port free.
const RANGE_COUNT = 16;
const RANGE_SIZE = PORT_COUNT / RANGE_COUNT;
const rangeIndex = Number(process.env.VITEST_POOL_ID ?? 0) % RANGE_COUNT;

/** Finds ports that no process listens on. */
export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) {
    const port = FIRST_PORT + rangeIndex * RANGE_SIZE + Math.floor(Math.random() * RANGE_SIZE);
    if (await isFree(port)) ports.add(port);
  }
  return [...ports];
}

function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once("error", () => resolve(false));
    server.listen(port, () => server.close(() => resolve(true)));
  });
}
