export type Inspector = Awaited<ReturnType<typeof openInspector>>;

/** Connects to the V8 inspector of one Worker's isolate. Miniflare needs the option `inspectorPort`. */
export async function openInspector({ host }: URL, worker: string) {
  const socket = new WebSocket(`ws://${host}/core:user:${worker}`);
  await new Promise((resolve, reject) => {
    socket.addEventListener("open", resolve, { once: true });
    socket.addEventListener("error", reject, { once: true });
  });
  const waiting = new Map<number, (response: InspectorResponse) => void>();
  socket.addEventListener("message", ({ data }) => {
    const response: InspectorResponse = JSON.parse(data);
    waiting.get(response.id)?.(response);
    waiting.delete(response.id);
  });
  let lastID = 0;
  return {
    /** @see https://chromedevtools.github.io/devtools-protocol/v8/ */
    async call<Result = unknown>(method: string, params: object = {}): Promise<Result> {
      lastID += 1;
      const id = lastID;
      const response = new Promise<InspectorResponse>((resolve) => waiting.set(id, resolve));
      socket.send(JSON.stringify({ id, method, params }));
      const { result, error } = await response;
      if (error) throw new Error(`${method}: ${error.message}`);
      return result as Result; // The caller names the type that the protocol has for this method.
    },
    close: () => socket.close(),
  };
}

interface InspectorResponse {
  id: number;
  result?: unknown;
  error?: { message: string };
}
