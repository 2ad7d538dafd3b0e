import { lookup } from "node:dns/promises";
import { createServer } from "node:net";

/** Something that the person who started it can put right; its message is all that needs saying. */
export class StartError extends Error {}

/** @param ports by the name of the variable that changes each */
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
    const trouble = await whyNotFree(port);
    if (trouble === "EADDRINUSE") {
      throw new StartError(
        `Another program uses port ${port}. Stop it, or choose another port: ${variable}=${port + 1000} npm start`,
      );
    }
    if (trouble === "EACCES") {
      throw new StartError(
        `Only this machine's administrator can open port ${port}. Choose a port from 1024 up: ${variable}=${port + 8000} npm start`,
      );
    }
  }
}

/** Tries both addresses that a browser may take for `localhost`. Other errors say that there is no such address, as where IPv6 is off. */
async function whyNotFree(port: number): Promise<string | undefined> {
  const codes = [await listenError(port, "127.0.0.1"), await listenError(port, "::1")];
  return codes.find((code) => code === "EADDRINUSE" || code === "EACCES");
}

/** @returns the error's code, or undefined if the port can be listened on */
function listenError(port: number, host: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", (error: NodeJS.ErrnoException) => resolve(error.code));
    server.listen(port, host, () => server.close(() => resolve(undefined)));
  });
}

/** @throws StartError where the hosts file is missing: the addresses that are printed would lead nowhere */
export async function requireLocalhost(): Promise<void> {
  await lookup("localhost").catch(() => {
    throw new StartError(
      "This machine can't resolve localhost. Add the line `127.0.0.1 localhost` to /etc/hosts.",
    );
  });
}
