// `npm run check` runs two checks at a time, because the compiler alone takes as long as all the others. What a failed check
// prints comes at the end, so that outputs don't mix.
import { spawn } from "node:child_process";
import { root } from "./paths.ts";

/** Generates the API's types, which the later checks read. */
const client = check("node tools/codegen/client-types.ts");
await Promise.all([
  // By default, a project's files are divided among several checkers, and each of them resolves the types that they share.
  client.then(() => check("tsc --build --checkers 1")),
  checkInOrder(
    "node --run types -- --check",
    "node tools/codegen/check-folders.ts",
    "node tools/codegen/check-packages.ts",
    "node tools/codegen/check-time-units.ts",
    "node tools/codegen/check-migrations.ts",
  )
    .then(() => client)
    .then(() =>
      checkInOrder("biome check --error-on-warnings", "knip", "knip --production --exclude dependencies"),
    ),
]);

async function checkInOrder(...commands: string[]): Promise<void> {
  for (const command of commands) await check(command);
}

/** Makes this process fail if the check does, and runs the others nevertheless. */
function check(command: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const [program = "", ...args] = command.split(" ");
    const child = spawn(program, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
    const output: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => output.push(chunk));
    child.once("error", reject);
    child.once("close", (code) => {
      if (code !== 0) {
        process.exitCode = 1;
        console.error(`\`${command}\` failed:\n${Buffer.concat(output)}`);
      }
      resolve();
    });
  });
}
