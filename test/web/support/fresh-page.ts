import nodeConsole from "node:console";
import "./act.ts"; // Testing Library reads it when it is imported.
import "./computed-style.ts";
import "./query-all.ts";
import "../fast-srp.ts";
import { afterAll } from "vitest";
import { clearResponses } from "../../../web/admin/revalidate.ts";
import { closeConsole } from "./console.tsx";

// happy-dom keeps the console from before Vitest replaced it, and would print each failed request of a test that passes.
if (globalThis.console !== nodeConsole)
  nodeConsole.error = (...args: unknown[]) => globalThis.console.error(...args);

// A process runs many files in one window, so each file leaves the window as it found it.
const { fetch } = globalThis;
afterAll(() => {
  closeConsole();
  clearResponses();
  globalThis.fetch = fetch;
  localStorage.clear();
  sessionStorage.clear();
  document.body.replaceChildren();
  window.history.replaceState(null, "", "/");
  delete window.settings;
});
