import { expect, test } from "vitest";
import { consolePath } from "../../../web/admin/sign-in/console-path.ts";

test("a sign-in leads only to addresses of the console", () => {
  for (const path of ["/", "/incidents/new?name=API#top"]) expect(consolePath(path)).toBe(path);
  for (const path of [
    undefined,
    "",
    "incidents",
    "//example.com/a",
    "/\\example.com",
    "/\t/example.com",
    "https://example.com",
    "javascript:alert(1)",
  ])
    expect([path, consolePath(path)]).toEqual([path, "/"]);
  expect(consolePath("/.//example.com/a")).toBe("/example.com/a");
});
