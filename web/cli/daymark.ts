#!/usr/bin/env node
import { Command, CommanderError } from "commander";
import { version } from "../../package.json";
import { addComponentCommands } from "./component.ts";
import { exitCodes, Failure } from "./failure.ts";
import { addIncidentCommands } from "./incident.ts";
import { addMetricCommands } from "./metric.ts";
import { warn } from "./output.ts";
import { addStatusCommand } from "./status.ts";

const program = new Command("daymark")
  .description("Reads and drives a Daymark status page.")
  .version(version)
  .option("--url <address>", "of the status page; without it from DAYMARK_URL or the config file")
  .option("--key <key>", "an API key; unseen by others on this machine in DAYMARK_KEY or the config file")
  .option("--config <file>", "where address and key are read from, instead of the usual file")
  .option("--json", "print the API's answer instead of text")
  .configureHelp({ showGlobalOptions: true })
  .showSuggestionAfterError()
  .exitOverride()
  .addHelpText(
    "after",
    `
Address and key come from the first of these that has them:
  1. --url and --key
  2. DAYMARK_URL and DAYMARK_KEY in the environment
  3. --config, the file that DAYMARK_CONFIG names, or else ~/.config/daymark/config.json (below XDG_CONFIG_HOME, where
     that is set): {"url": "https://status.example.com", "key": "…"}. Its key is sent to its own address only.

Ends with
  ${exitCodes.done}  done; for status: everything is operational
  ${exitCodes.refused}  Daymark refused or failed
  ${exitCodes.usage}  something in the command or its input is not right; nothing has been changed
  ${exitCodes.unreachable}  Daymark can not be reached
  ${exitCodes.key}  there is no API key, or it is refused
  ${exitCodes.trouble}  for status: something is not operational, or an incident is open
  ${exitCodes.partly}  for metric push: some of the points were stored, the others were not`,
  );

addStatusCommand(program);
addIncidentCommands(program);
addComponentCommands(program);
addMetricCommands(program);

// Whoever reads what is printed may have read enough (`| head -1`); what was begun is finished all the same.
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });
}

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = ending(error);
}

/** Says what there is to say; commander has spoken for itself. */
function ending(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
  warn(error instanceof Error ? error.message : String(error));
  return error instanceof Failure ? error.exitCode : exitCodes.refused;
}
