import { answer, client } from "../../../tools/demo/client.ts";
import { fillWithDemo } from "../../../tools/demo/demo.ts";
import type { Stack } from "../../../tools/start/stack.ts";
import { signIn } from "../../../tools/start/user-pool.ts";
import { startCompressingProxy } from "../starters/compressing-proxy.ts";
import { startEmptyStack } from "../starters/stack.ts";

/** Starts status pages with the demo's content and one with 100 components in 20 groups, and names their addresses. */
export async function startLighthousePages() {
  const demo = await startEmptyStack();
  await fillWithDemo(demo);
  const visitor = client(demo.statusPage);
  const [incident] = await answer(visitor.incidents.$get({ query: {} }));
  const [component] = await answer(visitor.components.$get());
  const large = await startEmptyStack();
  await fillWithGroups(large);
  const proxies = await Promise.all([demo, large].map(({ statusPage }) => startCompressingProxy(statusPage)));
  const [demoURL, largeURL] = proxies.map(({ url }) => url) as [string, string]; // one for each of the two
  return {
    urls: {
      "main page": demoURL,
      history: `${demoURL}/history`,
      "incident's page": `${demoURL}/incidents/${incident?.incidentID}`,
      "component's page": `${demoURL}/components/${component?.componentID}`,
      "main page of 100 components in 20 groups": largeURL,
    },
    async stop() {
      await Promise.all(proxies.map((proxy) => proxy.stop()));
      await Promise.all([demo.stop(), large.stop()]);
    },
  };
}

async function fillWithGroups({ statusPage, pool }: Stack) {
  const token = await signIn(pool);
  const api = client(statusPage, async () => token);
  for (let at = 0; at < 20; at++) {
    const { groupID } = await answer(api.groups.$post({ json: { name: `Region ${at + 1}` } }));
    for (const name of ["API", "Website", "Search", "Storage", "Webhooks"]) {
      const description = "Requests of the applications in this region";
      await answer(api.components.$post({ json: { name: `${name} ${at + 1}`, description, groupID } }));
    }
  }
}
