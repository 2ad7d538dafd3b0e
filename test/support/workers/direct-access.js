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
