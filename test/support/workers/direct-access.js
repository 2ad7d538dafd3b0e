// Beside the Worker, on the same database: what a test asks for past HTTP takes one request here. Of Miniflare's own
// proxies each step is a request, for the first of which they start a thread, and which Node stops for.
const calls = {
  all: ({ DB }, statement) => prepared(DB, statement).all(),
  batch: ({ DB }, statements) => DB.batch(statements.map((statement) => prepared(DB, statement))),
  exec: ({ DB }, sql) => DB.exec(sql),
  async deleteFiles({ FILES }) {
    for (let isTruncated = true; isTruncated; ) {
      const page = await FILES.list();
      await FILES.delete(page.objects.map(({ key }) => key));
      isTruncated = page.truncated;
    }
    return {};
  },
  async getFile({ FILES }, key) {
    const file = await FILES.get(key);
    return file && { ...propertiesOf(file), base64: new Uint8Array(await file.arrayBuffer()).toBase64() };
  },
  headFile: async ({ FILES }, key) => propertiesOf(await FILES.head(key)),
  async listFiles({ FILES }, options) {
    const { objects } = await FILES.list(options);
    return { objects: objects.map(propertiesOf) };
  },
  async readFiles({ FILES }, options) {
    const { objects } = await FILES.list(options);
    return Promise.all(objects.map(async ({ key }) => (await FILES.get(key)).text()));
  },
  putFile: async ({ FILES }, { key, base64, metadata }) =>
    propertiesOf(await FILES.put(key, Uint8Array.fromBase64(base64), metadata)),
  async deleteNamedFiles({ FILES }, keys) {
    await FILES.delete(keys);
    return {};
  },
  scheduled: ({ DAYMARK }, minute) =>
    DAYMARK.scheduled({ cron: "* * * * *", scheduledTime: new Date(minute) }),
  queue: ({ DAYMARK }, { queue, messages }) => {
    const timestamp = new Date();
    return DAYMARK.queue(
      queue,
      messages.map((message) => ({ ...message, timestamp })),
    );
  },
};

function propertiesOf(file) {
  return (
    file && {
      key: file.key,
      version: file.version,
      customMetadata: file.customMetadata,
      httpMetadata: file.httpMetadata,
    }
  );
}

function prepared(DB, { sql, values }) {
  return DB.prepare(sql).bind(...values);
}

export default {
  async fetch(request, env) {
    const call = calls[new URL(request.url).pathname.slice(1)];
    try {
      return Response.json(await call(env, await request.json()));
    } catch (error) {
      return new Response(error.message, { status: 500 });
    }
  },
};
