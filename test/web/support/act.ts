import React from "react";
import { flushSync } from "react-dom";

// Tests run React's production build, as users do. It takes half as long as the development build, but has no `act`, which
// Testing Library needs.
Object.assign(React, { act });

const { setImmediate } = globalThis; // Tests can replace it with a fake timer.

/** Renders the changes that `callback` causes, before it returns or before its promise resolves. */
function act(callback: () => unknown): unknown {
  const result = flushSync(callback);
  return result instanceof Promise ? result.then(flushLater) : undefined;
}

/** React renders changes that aren't urgent in its next task. */
async function flushLater(value: unknown): Promise<unknown> {
  await new Promise<void>((resolve) => setImmediate(resolve));
  flushSync(() => undefined);
  return value;
}
