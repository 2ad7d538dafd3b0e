export interface Heap {
  liveMB: number;
  withGarbageMB: number;
}

/** Measures the Worker's isolate before and after a garbage collection, without the simulators of R2, D1 and queues. */
export async function measureHeap({ host }: URL, url: string): Promise<Heap> {
  const socket = new WebSocket(`ws://${host}/core:user:daymark`);
  await new Promise((resolve) => socket.addEventListener("open", resolve, { once: true }));
  let lastID = 0;
  const call = async (method: string, whileWaiting?: () => Promise<unknown>) => {
    lastID += 1;
    const id = lastID;
    let result: HeapUsage | undefined;
    const response = new Promise<void>((resolve) => {
      socket.addEventListener("message", ({ data }) => {
        const message = JSON.parse(data);
        if (message.id !== id) return;
        result = message.result;
        resolve();
      });
    });
    socket.send(JSON.stringify({ id, method }));
    while (whileWaiting && !result) await whileWaiting();
    await response;
    return toMegabytes(result);
  };
  // V8 collects garbage in a task, which workerd runs only during a request.
  const sendRequest = async () =>
    (await fetch(`${url}/robots.txt`, { headers: { Connection: "close" } })).text();
  const withGarbageMB = await call("Runtime.getHeapUsage");
  await call("HeapProfiler.collectGarbage", sendRequest);
  const liveMB = await call("Runtime.getHeapUsage");
  socket.close();
  return { liveMB, withGarbageMB };
}

function toMegabytes(usage: HeapUsage | undefined): number {
  const { usedSize = 0, embedderHeapUsedSize = 0, backingStorageSize = 0 } = usage ?? {};
  return (usedSize + embedderHeapUsedSize + backingStorageSize) / 2 ** 20;
}

/** @see https://chromedevtools.github.io/devtools-protocol/v8/Runtime/#method-getHeapUsage */
interface HeapUsage {
  usedSize?: number;
  embedderHeapUsedSize?: number;
  backingStorageSize?: number;
}
