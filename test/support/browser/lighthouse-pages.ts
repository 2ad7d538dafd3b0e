import { answer, type Client, client } from "../../../tools/demo/client.ts";
import { fillWithDemo } from "../../../tools/demo/demo.ts";
import { signIn } from "../../../tools/start/user-pool.ts";
import { startCompressingProxy } from "../starters/compressing-proxy.ts";
import { emptyStack, startEmptyStack } from "../starters/stack.ts";

/** Starts one status page, whose content can be replaced. */
export async function startLighthousePages() {
  const stack = await startEmptyStack();
  const proxy = await startCompressingProxy(stack.statusPage);
  const token = await signIn(stack.pool);
  const api = client(stack.statusPage, async () => token);
  return {
    /** Replaces the content by the demo's, and returns the addresses of its pages. */
    async showDemo() {
      await emptyStack(stack, api);
      await fillWithDemo(stack);
      const [incident] = await answer(api.incidents.$get({ query: {} }));
      const [component] = await answer(api.components.$get());
      return {
        "main page": proxy.url,
        history: `${proxy.url}/history`,
        "incident's page": `${proxy.url}/incidents/${incident?.incidentID}`,
        "component's page": `${proxy.url}/components/${component?.componentID}`,
      };
    },
    /** Replaces the content by 100 components in 20 groups, and returns the address of the main page. */
    async showGroups() {
      await emptyStack(stack, api);
      await fillWithGroups(api);
      return { "main page of 100 components in 20 groups": proxy.url };
    },
    async stop() {
      await proxy.stop();
      await stack.stop();
    },
  };
}

async function fillWithGroups(api: Client) {
  for (let at = 0; at < 20; at++) {
    const { groupID } = await answer(api.groups.$post({ json: { name: `Region ${at + 1}` } }));
    for (const name of ["API", "Website", "Search", "Storage", "Webhooks"]) {
      const description = "Requests of the applications in this region";
      await answer(api.components.$post({ json: { name: `${name} ${at + 1}`, description, groupID } }));
    }
  }
}
