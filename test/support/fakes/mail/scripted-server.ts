import { createServer, type Socket } from "node:net";
import { createSecureContext, TLSSocket } from "node:tls";
import { listen } from "../../starters/listen.ts";

/**
 * Starts a server of any protocol that sends a text when it is connected to, and one for each that it gets. `TLS` after a text means that
 * it goes on with TLS, and `close` hangs up. After the last text it is silent.
 */
export async function startScriptedServer(
  certificate: { cert: string; key: string },
  script: readonly string[],
) {
  const received: string[] = [];
  const sockets = new Set<Socket>();

  function speak(socket: Socket, texts: string[]): void {
    const sendNext = () => {
      const text = texts.shift();
      if (text === "close") socket.destroy();
      else if (text !== undefined) socket.write(text);
      if (texts[0] !== "TLS") return;
      texts.shift();
      socket.removeAllListeners("data");
      const secureContext = createSecureContext(certificate);
      speak(new TLSSocket(socket, { isServer: true, secureContext }), texts);
    };
    socket.on("error", () => undefined); // The Worker may hang up first.
    socket.on("data", (data) => {
      received.push(data.toString());
      sendNext();
    });
    if (!(socket instanceof TLSSocket)) sendNext();
  }

  const server = createServer((socket) => {
    sockets.add(socket);
    speak(socket, [...script]);
  });
  const { port } = new URL(await listen(server));
  return {
    endpoint: `localhost:${port}`,
    received,
    stop: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
