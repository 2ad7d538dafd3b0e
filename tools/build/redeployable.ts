import { readFile, writeFile } from "node:fs/promises";

const importLine = /^import .*;$/gm;
const exportOfDefault = /^export \{\n {2}(\w+) as default\n\};$/m;

/**
 * Changes a Worker's bundle so that a request to /x-test-deploy first runs its modules again. They lose their state, as after a
 * deployment, but workerd keeps their compiled code. Lines keep their numbers.
 */
export async function makeRedeployable(bundle: string): Promise<void> {
  const text = await readFile(bundle, "utf8");
  const imports = text.match(importLine) ?? [];
  const body = text.replace(importLine, "").replace(exportOfDefault, "return $1;\n");
  await writeFile(bundle, `${imports.join(" ")} function deploy() {${body}\n}\n${handlers}`);
}

/** The modules may have replaced these globals. */
const handlers = `
const globals = { Date: globalThis.Date, setTimeout: globalThis.setTimeout };
let worker;
function current() {
  worker ??= deploy();
  return worker;
}
export default {
  fetch(request, env, ctx) {
    if (request.url.endsWith("/x-test-deploy")) {
      Object.assign(globalThis, globals);
      worker = undefined;
    }
    return current().fetch(request, env, ctx);
  },
  scheduled: (event, env, ctx) => current().scheduled(event, env, ctx),
  queue: (batch, env, ctx) => current().queue(batch, env, ctx),
};
`;
