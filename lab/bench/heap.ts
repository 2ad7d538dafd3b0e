import { openInspector } from "./isolates/inspector.ts";

export interface Heap {
  liveMB: number;
  withGarbageMB: number;
}

/** Measures the Worker's isolate before and after a garbage collection, without the simulators of R2, D1 and queues. */
export async function measureHeap(inspectorURL: URL, url: string): Promise<Heap> {
  const inspector = await openInspector(inspectorURL, "daymark");
  const readHeap = async () => toMegabytes(await inspector.call<HeapUsage>("Runtime.getHeapUsage"));
  const withGarbageMB = await readHeap();
  let isCollected = false;
  const collection = inspector.call("HeapProfiler.collectGarbage").finally(() => {
    isCollected = true;
  });
  // V8 collects garbage in a task, which workerd runs only during a request.
  while (!isCollected) await (await fetch(`${url}/robots.txt`, { headers: { Connection: "close" } })).text();
  await collection;
  const liveMB = await readHeap();
  inspector.close();
  return { liveMB, withGarbageMB };
}

function toMegabytes({ usedSize = 0, embedderHeapUsedSize = 0, backingStorageSize = 0 }: HeapUsage): number {
  return (usedSize + embedderHeapUsedSize + backingStorageSize) / 2 ** 20;
}

/** @see https://chromedevtools.github.io/devtools-protocol/v8/Runtime/#method-getHeapUsage */
interface HeapUsage {
  usedSize?: number;
  embedderHeapUsedSize?: number;
  backingStorageSize?: number;
}
