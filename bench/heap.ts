/** What the Worker's isolate holds after a collection of garbage: without the simulators of R2, D1 and queues. In MB. */
export async function heapOf({ host }: URL): Promise<number> {
  const socket = new WebSocket(`ws://${host}/core:user:daymark`);
  await new Promise((resolve) => socket.addEventListener("open", resolve, { once: true }));
  const answered = new Promise<HeapUsage>((resolve) =>
    socket.addEventListener("message", ({ data }) => {
      const { id, result } = JSON.parse(data);
      if (id === 2) resolve(result);
    }),
  );
  socket.send(JSON.stringify({ id: 1, method: "HeapProfiler.collectGarbage" }));
  socket.send(JSON.stringify({ id: 2, method: "Runtime.getHeapUsage" }));
  const { usedSize, embedderHeapUsedSize, backingStorageSize } = await answered;
  socket.close();
  return (usedSize + embedderHeapUsedSize + backingStorageSize) / 2 ** 20;
}

/** Bytes. https://chromedevtools.github.io/devtools-protocol/v8/Runtime/#method-getHeapUsage */
interface HeapUsage {
  usedSize: number;
  embedderHeapUsedSize: number;
  backingStorageSize: number;
}
