/**
 * Measures the memory of the Worker's isolate after a collection of garbage, in MB. The simulators of R2, D1 and queues do not count.
 * @param url where the Worker answers
 */
export async function heapOf(inspector: URL, url: string): Promise<number> {
  const { held } = await heapsOf(inspector, url);
  return held;
}

/** Measures the isolate's memory after a collection of garbage and before it, in MB. */
export async function heapsOf({ host }: URL, url: string): Promise<{ held: number; withGarbage: number }> {
  const socket = new WebSocket(`ws://${host}/core:user:daymark`);
  await new Promise((resolve) => socket.addEventListener("open", resolve, { once: true }));
  let calls = 0;
  const call = async (method: string, whileWaiting?: () => Promise<unknown>) => {
    calls += 1;
    const id = calls;
    let result: HeapUsage | undefined;
    const answered = new Promise<void>((resolve) => {
      socket.addEventListener("message", ({ data }) => {
        const message = JSON.parse(data);
        if (message.id !== id) return;
        result = message.result;
        resolve();
      });
    });
    socket.send(JSON.stringify({ id, method }));
    while (whileWaiting && !result) await whileWaiting();
    await answered;
    return megabytes(result);
  };
  // V8 collects in a task of its own, and workerd runs such tasks only along with a request.
  const request = async () => (await fetch(`${url}/robots.txt`, { headers: { Connection: "close" } })).text();
  const withGarbage = await call("Runtime.getHeapUsage");
  await call("HeapProfiler.collectGarbage", request);
  const held = await call("Runtime.getHeapUsage");
  socket.close();
  return { held, withGarbage };
}

function megabytes(usage: HeapUsage | undefined): number {
  const { usedSize = 0, embedderHeapUsedSize = 0, backingStorageSize = 0 } = usage ?? {};
  return (usedSize + embedderHeapUsedSize + backingStorageSize) / 2 ** 20;
}

/** Bytes; Blobs are in the last. https://chromedevtools.github.io/devtools-protocol/v8/Runtime/#method-getHeapUsage */
interface HeapUsage {
  usedSize?: number;
  embedderHeapUsedSize?: number;
  backingStorageSize?: number;
}
