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
    if (!(await isFree(port))) {
      throw new StartError(
        `Port ${port} is taken by another program. Stop that, or choose another port: ${variable}=${port + 1000} npm start`,
      );
    }
  }
}

/** On both of the addresses that a browser may try for `localhost`. */
async function isFree(port: number): Promise<boolean> {
  return (await canListen(port, "127.0.0.1")) && (await canListen(port, "::1"));
}

function canListen(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    // Any other error says that there is no such address here, as where IPv6 is off.
    server.once("error", (error: NodeJS.ErrnoException) => resolve(error.code !== "EADDRINUSE"));
    server.listen(port, host, () => server.close(() => resolve(true)));
  });
}
