import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { testFiles } from "../../tools/test-sets.ts";
import { routes } from "../../web/admin/app/screens.tsx";
import { tags } from "../../worker/openapi/tags.ts";

// A change of any feature must be able to fail `npm test`. The files below are named by project, in whichever of its folders they are.

/** A file that makes the main calls of each tag of the API's description, unless it is named like the tag. */
const otherFiles: Record<string, string> = {
  "Send metric data": "worker/point-submission.test.ts",
  "Incident write-ups": "worker/postmortems.test.ts",
  "Component groups": "worker/groups.test.ts",
  Subscribers: "worker/subscribe.test.ts",
  "Export and restore": "worker/nightly-exports.test.ts",
  "Check the installation": "cli/doctor.test.ts",
  "Read the status page": "worker/graphs.test.ts",
  "Statuspage compatibility": "worker/v2.test.ts",
  Alerts: "worker/rules.test.ts",
  Email: "worker/mail-settings.test.ts",
  Console: "worker/undo.test.ts",
  System: "worker/api-docs.test.ts",
};

const fileOfTag = Object.fromEntries(
  Object.keys(tags).map((tag) => [
    tag,
    otherFiles[tag] ?? `worker/${tag.toLowerCase().replaceAll(" ", "-")}.test.ts`,
  ]),
);

/** A file that opens each screen, by the path in the console's routes. */
const fileOfScreen: Record<string, string> = {
  "/": "web/components.test.tsx",
  "/components": "web/components.test.tsx",
  "/incidents": "web/incidents.test.tsx",
  "/incidents/new": "web/routes.test.tsx",
  "/incidents/:noticeID/write-up": "web/write-ups.test.tsx",
  "/incidents/:noticeID": "web/detail.test.tsx",
  "/maintenances": "web/maintenances.test.tsx",
  "/maintenances/new": "web/routes.test.tsx",
  "/maintenances/:noticeID": "web/detail.test.tsx",
  "/metrics": "web/metrics.test.tsx",
  "/metrics/:metricID/scripts/:lang": "web/script-page.test.tsx",
  "/subscribers": "web/subscribers.test.tsx",
  "/users": "web/shortcuts.test.tsx",
  "/audit": "web/audit.test.tsx",
  "/settings": "web/settings.test.tsx",
  "/setup": "web/set-up-link.test.tsx",
  "/signin": "web/sign-in.test.tsx",
  "/signin/:step": "web/provider-sign-in.test.tsx",
  "/signin/try/:method": "web/set-up-link.test.tsx",
};

const root = join(import.meta.dirname, "../..");

function shortFile(file: string): string | undefined {
  const [project = "", name] = file.split("/");
  return globSync(testFiles(project, "short"), { cwd: root }).find((path) => basename(path) === name);
}

test("each screen of the console has an entry above", () => {
  expect(Object.keys(fileOfScreen)).toEqual(routes.map(({ path }) => path));
});

test.each(Object.entries(fileOfScreen))("the file about the screen %s names its address", (path, file) => {
  const address = path.replace(/:\w+/g, '[^"`\\s]+');
  expect(readFileSync(join(root, shortFile(file) ?? ""), "utf8")).toMatch(
    new RegExp(`["\`/]${address}["\`?]`),
  );
});

test.each(Object.entries({ ...fileOfTag, ...fileOfScreen }))("`npm test` runs a file about %s", (_, file) => {
  expect(shortFile(file), file).toBeDefined();
});
