import { Miniflare } from "miniflare";
import { startUserPool, userPoolClientID, userPoolID } from "../test/support/user-pool.ts";
import { answer, type Client, client } from "../worker/local/client.ts";
import { migrate } from "../worker/local/migrations.ts";
import { daymarkWorker } from "../worker/local/workers.ts";

/** Answers /1234 with as many bytes, and does nothing else. */
const bareWorker = `
  const bodies = new Map();
  export default {
    fetch(request) {
      const bytes = Number(new URL(request.url).pathname.slice(1));
      if (!bodies.has(bytes)) bodies.set(bytes, new Uint8Array(bytes).fill(97));
      return new Response(bodies.get(bytes), { headers: { "Content-Type": "text/html; charset=UTF-8" } });
    },
  };
`;

export type Subject = Awaited<ReturnType<typeof startSubject>>;

/** Daymark with 12 components and 20 incidents beside a bare Worker, in one workerd. */
export async function startSubject() {
  const pool = await startUserPool();
  const vars = {
    USER_POOL_ID: userPoolID,
    USER_POOL_CLIENT_ID: userPoolClientID,
    USER_POOL_ENDPOINT: pool.endpoint,
  };
  const mf = new Miniflare({
    cf: false,
    handleStructuredLogs: () => undefined,
    workers: [
      await daymarkWorker(vars),
      {
        name: "bare",
        modules: true,
        script: bareWorker,
        compatibilityDate: "2026-07-30",
        unsafeDirectSockets: [{ port: 0 }],
      },
    ],
  });
  await migrate(await mf.getD1Database("DB", "daymark"));
  const { origin: url } = await mf.unsafeGetDirectURL("daymark");
  const { origin: bare } = await mf.unsafeGetDirectURL("bare");
  const token = await pool.token();
  const api = client(url, async () => token);
  await fill(api);
  return {
    url,
    bare,
    api,
    async stop() {
      await mf.dispose();
      await pool.stop();
    },
  };
}

async function fill(api: Client): Promise<void> {
  const ids = [];
  for (let n = 1; n <= 12; n++) {
    const json = { name: `Component ${n}`, description: "What it does, in a few words" };
    ids.push((await answer(api.components.$post({ json }))).componentID);
  }
  const message =
    "Some requests fail. We **have found the cause** and are putting it right; see the [log](/log).";
  for (let n = 0; n < 20; n++) {
    const componentID = ids[n % ids.length] ?? "";
    const createdAt = new Date(Date.now() - n * 15 * 3_600_000).toISOString();
    const { incidentID } = await answer(
      api.incidents.$post({
        json: {
          name: `Incident ${n}`,
          status: "Investigating",
          message,
          createdAt,
          components: [{ componentID, status: "Partial Outage" }],
        },
      }),
    );
    for (const status of ["Identified", n < 2 ? "Monitoring" : "Resolved"] as const) {
      const json = { status, message, components: [{ componentID, status: "Operational" as const }] };
      await answer(api.incidents[":incidentID"].$patch({ param: { incidentID }, json }));
    }
  }
}
