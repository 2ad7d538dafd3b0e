import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Stack, startStack } from "../../tools/start/stack.ts";
import { freePorts } from "./free-ports.ts";

/**
 * Starts the servers of `npm start` on free ports, without demo content. Deletes its state when it stops.
 * @param prepare runs before the start
 */
export async function startEmptyStack(
  prepare?: (options: { stateDir: string; userPoolPort: number }) => Promise<void>,
): Promise<Stack> {
  const stateDir = await mkdtemp(join(tmpdir(), "daymark-"));
  const [port = 0, adminPort = 0, userPoolPort = 0, cloudWatchPort = 0, mailPort = 0] = await freePorts(5);
  await prepare?.({ stateDir, userPoolPort });
  const stack = await startStack({ port, adminPort, userPoolPort, cloudWatchPort, mailPort, stateDir });
  return {
    ...stack,
    async stop() {
      await stack.stop();
      await rm(stateDir, { recursive: true });
    },
  };
}
