import { lookup } from "node:dns/promises";
import { createServer } from "node:net";

/** An error that the person who runs `npm start` can fix. Only its message is printed. */
export class StartError extends Error {}

/** @param ports by the environment variable that sets each */
export async function requireFreePorts(ports: Record<string, number>): Promise<void> {
  const variableOf = new Map<number, string>();
  for (const [variable, port] of Object.entries(ports)) {
    const other = variableOf.get(port);
    if (other) {
      throw new StartError(
        `${other} and ${variable} are both ${port}. Choose another port for one of them: ${variable}=${port + 1} npm start`,
      );
    }
    variableOf.set(port, variable);
    const errorCode = await portError(port);
    if (errorCode === "EADDRINUSE") {
      throw new StartError(
        `Another program uses port ${port}. Stop it, or choose another port: ${variable}=${port + 1000} npm start`,
      );
    }
    if (errorCode === "EACCES") {
      throw new StartError(
        `Only this machine's administrator can open port ${port}. Choose a port from 1024 up: ${variable}=${port + 8000} npm start`,
      );
    }
  }
}

/** Tries both addresses of `localhost`. Other errors mean that the machine lacks an address, for example without IPv6. */
async function portError(port: number): Promise<string | undefined> {
  const codes = [await listenError(port, "127.0.0.1"), await listenError(port, "::1")];
  return codes.find((code) => code === "EADDRINUSE" || code === "EACCES");
}

function listenError(port: number, host: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", (error: NodeJS.ErrnoException) => resolve(error.code));
    server.listen(port, host, () => server.close(() => resolve(undefined)));
  });
}

export async function requireLocalhost(): Promise<void> {
  await lookup("localhost").catch(() => {
    throw new StartError(
      "This machine can't resolve localhost. Add the line `127.0.0.1 localhost` to /etc/hosts.",
    );
  });
}
