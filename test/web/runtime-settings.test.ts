import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { waitForSettings } from "../../web/admin/runtime-settings.ts";

const complete = { apiURL: "http://api", userPoolID: "us-east-1_x", clientID: "x" };

beforeEach(() => {
  vi.useFakeTimers();
  delete window.settings;
});
afterEach(() => void vi.useRealTimers());

test("the console starts once the page has its three settings", async () => {
  let hasStarted = false;
  const start = waitForSettings().then(() => {
    hasStarted = true;
  });
  await vi.advanceTimersByTimeAsync(500);
  window.settings = { apiURL: complete.apiURL, userPoolID: complete.userPoolID };
  await vi.advanceTimersByTimeAsync(500);
  expect(hasStarted).toBe(false);
  window.settings = complete;
  await vi.advanceTimersByTimeAsync(10);
  expect(hasStarted).toBe(true);
  await start;
});

test("the console stops waiting for its settings after five seconds", async () => {
  const onError = vi.fn();
  waitForSettings().catch(onError);
  await vi.advanceTimersByTimeAsync(4_990);
  expect(onError).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(10);
  expect(onError).toHaveBeenCalledWith(new Error("failed to load settings"));
});

test("a setting can't break out of the settings script", async () => {
  const { onRequestGet } = await import(
    join(import.meta.dirname, "../../web/admin/functions/settings.js.ts")
  );
  const API_URL = "http://api/</script><script>alert(1)//";
  const response = await onRequestGet({
    env: { API_URL, USER_POOL_ID: "us-east-1_x", USER_POOL_CLIENT_ID: "x" },
  });
  const script = await response.text();
  expect(script).not.toContain("<");
  new Function("window", script)(window);
  expect(window.settings).toMatchObject({ apiURL: API_URL, userPoolID: "us-east-1_x", clientID: "x" });
  expect(response.headers.get("Cache-Control")).toBe("no-store");
});

test("the settings script says whether the sign-in is stored in Settings", async () => {
  vi.resetModules();
  vi.stubGlobal("fetch", async () =>
    Response.json({ kind: "provider", issuer: "https://id.example.com", clientID: "y" }),
  );
  const { onRequestGet } = await import("../../web/admin/functions/settings.js.ts");
  const variables = { API_URL: "http://stored", USER_POOL_ID: "us-east-1_x", USER_POOL_CLIENT_ID: "x" };
  const context = { env: variables } as unknown as Parameters<typeof onRequestGet>[0]; // It reads nothing else.
  const response = await onRequestGet(context);
  vi.unstubAllGlobals();
  new Function("window", await response.text())(window);
  expect(window.settings).toMatchObject({ issuer: "https://id.example.com", isSignInStored: true });
});
