import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { buildFolderPath } from "./stamps.ts";
import { manifestFile } from "./targets.ts";

interface Chunk {
  file: string;
  imports?: string[];
  css?: string[];
}

/** Lists the parts of `web/admin/` that each screen of the console shows first. The rest is loaded afterwards. */
export const screenParts: Record<string, readonly string[]> = {
  "/": ["home/home-screen.tsx"],
  "/components": ["home/home-screen.tsx"],
  "/incidents": ["notices/notices-screen.tsx"],
  "/incidents/new": ["notices/notices-screen.tsx"],
  "/incidents/:noticeID": ["notices/detail/detail-screen.tsx"],
  "/incidents/:noticeID/write-up": ["postmortems/write-up-screen.tsx"],
  "/maintenances": ["notices/notices-screen.tsx"],
  "/maintenances/new": ["notices/notices-screen.tsx"],
  "/maintenances/:noticeID": ["notices/detail/detail-screen.tsx"],
  "/metrics": ["metrics/metrics-screen.tsx"],
  "/metrics/:metricID/scripts/:lang": ["metrics/script-page.tsx"],
  "/audit": ["audit/audit-screen.tsx"],
  "/subscribers": ["subscribers/subscribers-screen.tsx"],
  "/users": ["users/users-screen.tsx"],
  "/settings": ["settings/settings-screen.tsx", "settings/general-tab.tsx"],
  "/settings?tab=design": ["settings/settings-screen.tsx", "settings/design-tab.tsx"],
  "/settings?tab=notifications": ["settings/settings-screen.tsx", "settings/notifications-tab.tsx"],
  "/settings?tab=templates": ["settings/settings-screen.tsx", "settings/templates/templates-tab.tsx"],
  "/settings?tab=automation": ["settings/settings-screen.tsx", "settings/automation/automation-tab.tsx"],
  "/setup": ["sign-in/set-up/set-up-screen.tsx"],
  "/signin": ["sign-in/sign-in-screen.tsx"],
  "/signin/:step": ["sign-in/provider-screen.tsx"],
  "/signin/try/:method": ["sign-in/trial/trial-screen.tsx"],
};

/** Adds up the gzipped page, and all scripts and styles that are loaded before the screen can be used. */
export async function firstPaintBytes(path: string): Promise<number> {
  const folder = buildFolderPath("admin");
  const html = await readFile(join(folder, "index.html"), "utf8");
  const manifest: Record<string, Chunk> = JSON.parse(await readFile(manifestFile, "utf8"));
  const start = Object.keys(manifest).filter((name) => html.includes(`/${manifest[name]?.file}"`));
  const files = new Set(["index.html"]);
  const names = [...start, ...(screenParts[path] ?? [])];
  const seen = new Set<string>();
  for (let name = names.pop(); name !== undefined; name = names.pop()) {
    if (seen.has(name)) continue;
    seen.add(name);
    const chunk = manifest[name];
    if (!chunk) throw new Error(`The build has no ${name}`);
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file);
    names.push(...(chunk.imports ?? []));
  }
  const sizes = [...files].map(async (file) => gzipSync(await readFile(join(folder, file))).length);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
