import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

const FIRST_LINE = /^\S+ \S+ HTTP\/1\.0\r\n/;

/**
 * Passes connections to `port` on to workerd, which keeps those of HTTP/1.0 open for five seconds after the response, unless the
 * client has closed its side.
 * @returns call it to close the port and all connections
 */
export async function forwardConnections(port: number, workerdPort: number): Promise<() => void> {
  const sockets = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    const workerd = connect({ host: "127.0.0.1", port: workerdPort, allowHalfOpen: true, noDelay: true });
    for (const [socket, other] of [
      [client, workerd],
      [workerd, client],
    ] as const) {
      sockets.add(socket);
      socket.once("close", () => sockets.delete(socket) && other.destroySoon());
      socket.on("error", () => other.destroy());
    }
    workerd.pipe(client);
    client.once("data", (chunk) => {
      workerd.write(chunk);
      if (FIRST_LINE.test(chunk.toString("latin1"))) endAfterRequest(client, workerd, chunk);
      else client.pipe(workerd);
    });
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
}

function endAfterRequest(client: Socket, workerd: Socket, firstChunk: Buffer): void {
  let received = firstChunk;
  const endIfComplete = () => {
    const [head = "", body] = received.toString("latin1").split(/\r\n\r\n(.*)/s);
    const length = Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0);
    if (body !== undefined && body.length >= length) workerd.end();
  };
  client.on("data", (chunk) => {
    workerd.write(chunk);
    received = Buffer.concat([received, chunk]);
    endIfComplete();
  });
  endIfComplete();
}
