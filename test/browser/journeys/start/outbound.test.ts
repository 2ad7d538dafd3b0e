import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { networkInterfaces } from "node:os";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { answer, type Client } from "../../../../tools/demo/client.ts";
import { makeInstallation } from "../../../support/starters/installation.ts";
import { closeServer, listener } from "../../../support/starters/listen.ts";
import { startProduct } from "../../../support/starters/product.ts";

/** An address of this machine that isn't loopback, so that a request to it is refused as one to any other machine is. */
const otherAddress = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .find(({ family, internal }) => family === "IPv4" && !internal)?.address;

/** Subscribes a webhook at the other address and then one at loopback. @returns the paths that were posted to */
async function reachedPaths(statusPage: string, administrator: Client): Promise<string[]> {
  const paths: string[] = [];
  const server = createServer(
    listener(async (request, response) => {
      paths.push(request.url ?? "");
      response.end(JSON.parse(await text(request)).confirmation_code);
    }),
  );
  await new Promise<void>((resolve) => server.listen(0, "0.0.0.0", resolve));
  onTestFinished(() => closeServer(server));
  const { port } = server.address() as AddressInfo; // a server that listens on TCP has no string address
  await answer(administrator.settings.$patch({ json: { endpointsEnabled: true } }));
  const subscribe = async (emailAddress: string) => {
    const body = JSON.stringify({ emailAddress });
    const { status } = await fetch(`${statusPage}/api/subscribers/subscribe`, { method: "POST", body });
    expect(status).toBe(200);
  };
  await subscribe(`http://${otherAddress}:${port}/other`);
  await subscribe(`http://127.0.0.1:${port}/loopback`);
  await expect.poll(() => paths).toContain("/loopback");
  return paths.toSorted();
}

test("npm start sends to this machine only, whatever address is entered", async ({ skip }) => {
  skip(!otherAddress, "this machine has no network");
  const daymark = await makeInstallation({ DEMO: "off" });
  onTestFinished(() => daymark.remove());
  const { errors } = await daymark.start();
  expect(await reachedPaths(daymark.statusPage, await daymark.administrator())).toEqual(["/loopback"]);
  await expect
    .poll(() => errors)
    .toEqual([
      "A request to another machine was refused. To allow such requests, start with OUTBOUND=on npm start\n",
    ]);
});

test("npm start sends to other machines with OUTBOUND=on", async ({ skip }) => {
  skip(!otherAddress, "this machine has no network");
  const daymark = await makeInstallation({ DEMO: "off", OUTBOUND: "on" });
  onTestFinished(() => daymark.remove());
  await daymark.start();
  const reached = await reachedPaths(daymark.statusPage, await daymark.administrator());
  expect(reached).toEqual(["/loopback", "/other"]);
});

test("the servers of npm start that tests use send to this machine only", async ({ skip }) => {
  skip(!otherAddress, "this machine has no network");
  const { statusPage, api } = await startProduct();
  expect(await reachedPaths(statusPage, api)).toEqual(["/loopback"]);
});
