// A server closes a connection that is idle for seconds. A process that is late to hear of it, as on a busy machine,
// would send its next request there, which is lost: here each request has a connection of its own.
const { fetch } = globalThis;
globalThis.fetch = (input, init) => {
  const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined));
  headers.set("Connection", "close");
  return fetch(input, { ...init, headers });
};
