import { AsyncResource } from "node:async_hooks";
import { Command, CommanderError } from "commander";
import { version } from "../../package.json";
import { addAlertCommands, addBeatCommand } from "./alert.ts";
import { addArchiveCommands } from "./archive.ts";
import { addAuditCommands } from "./audit.ts";
import { CommandError, exitCodes } from "./command-error.ts";
import { addComponentCommands } from "./component.ts";
import { addDoctorCommand } from "./doctor.ts";
import { addGroupCommands } from "./group.ts";
import { exitCodeMeanings, exitCodeTable } from "./help.ts";
import { addImportCommand } from "./import.ts";
import { addMetricCommands } from "./metrics/metric.ts";
import { addIncidentCommands } from "./notices/incident.ts";
import { addMaintenanceCommands } from "./notices/maintenance.ts";
import { addProposalCommands } from "./notices/proposal.ts";
import { printJSON, warn } from "./output.ts";
import type { GlobalOptions } from "./settings.ts";
import { runIn, type Shell, setExitCode, shell } from "./shell.ts";
import { addStatusCommand } from "./status.ts";
import { addSubscriberCommands } from "./subscriber/subscriber.ts";
import { addTemplateCommands } from "./templates/template.ts";
import { addWebhookCommands } from "./webhook/webhook.ts";

const DEFAULT_COLUMNS = 80;

/** Runs a command. @returns its exit code */
export async function run(args: string[], shell: Shell): Promise<number> {
  return runIn(shell, async () => {
    const program = makeProgram(shell);
    // A reader such as `head -1` may close the pipe early. The command still finishes what it began.
    for (const stream of [shell.stdout, shell.stderr]) {
      stream.on("error", (error: NodeJS.ErrnoException) => {
        if (error.code !== "EPIPE") throw error;
      });
    }
    const report = (error: unknown) => reportError(error, program.opts<GlobalOptions>());
    shell.once(
      "uncaughtException",
      AsyncResource.bind((error: unknown) => shell.exit(report(error))),
    );
    try {
      await program.parseAsync(args, { from: "user" });
    } catch (error) {
      setExitCode(report(error));
    }
  });
}

function makeProgram({ stdout, stderr }: Shell): Command {
  const program = new Command("daymark")
    .description("Reads and changes a Daymark status page.")
    .version(version, "-V, --version", "Show the version")
    .helpOption("-h, --help", "Show help")
    .helpCommand("help [command]", "Show help for a command")
    .option("--url <address>", "Address of the status page (default: DAYMARK_URL, then the config file)")
    .option(
      "--key <key>",
      "API key; safer in DAYMARK_KEY or the config file, where others on this machine can't see it",
    )
    .option("--config <file>", "File with address and key (default: DAYMARK_CONFIG, then the usual file)")
    .option("--json", "Print the API's response as JSON instead of text, errors too")
    .configureHelp({ showGlobalOptions: true })
    .showSuggestionAfterError()
    .exitOverride()
    .configureOutput({
      writeOut: (text) => stdout.write(text),
      writeErr: (text) => stderr.write(text),
      getOutHelpWidth: () => stdout.columns ?? DEFAULT_COLUMNS,
      getErrHelpWidth: () => stderr.columns ?? DEFAULT_COLUMNS,
    })
    .addHelpText(
      "after",
      `
Address and key come from the first of these that has them:
  1. --url and --key
  2. DAYMARK_URL and DAYMARK_KEY in the environment
  3. The config file: --config, the file that DAYMARK_CONFIG names, or else ~/.config/daymark/config.json (below
     XDG_CONFIG_HOME, where that is set): {"url": "https://status.example.com", "key": "…"}. Its key is sent to its own
     address only.

With --json, the API's response goes to standard output. So does the body of an error, {"errorMessage": …, "errors": […]},
and its message goes to standard error as well.

Examples:
  daymark status --url https://status.example.com
  daymark incident open "API is slow" -c "API=Degraded Performance" -m "We are looking into it."
  daymark incident resolve -m "The disk has been replaced."

${exitCodeTable(exitCodeMeanings)}`,
    );
  addStatusCommand(program);
  addIncidentCommands(program);
  addMaintenanceCommands(program);
  addComponentCommands(program);
  addGroupCommands(program);
  addMetricCommands(program);
  addSubscriberCommands(program);
  addTemplateCommands(program);
  addProposalCommands(program);
  addAlertCommands(program);
  addBeatCommand(program);
  addWebhookCommands(program);
  addArchiveCommands(program);
  addImportCommand(program);
  addAuditCommands(program);
  addDoctorCommand(program);
  return program;
}

function reportError(error: unknown, { json }: GlobalOptions): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
  if (error instanceof CommandError) {
    if (error.response && json) printJSON(error.response);
    warn(error.message);
    return error.exitCode;
  }
  // The system refused something, such as a file that can't be written.
  if (error instanceof Error && "syscall" in error) {
    warn(error.message);
    return exitCodes.refused;
  }
  reportBug(error);
  return exitCodes.bug;
}

function reportBug(error: unknown): void {
  warn(`This command has a bug: ${error}.`);
  warn("Nothing that Daymark had stored is lost. Before you run the command again, look what it has done.");
  warn("Please report the bug, with what the command prints with DAYMARK_DEBUG=1.");
  const { env, version: nodeVersion, platform } = shell();
  if (!env.DAYMARK_DEBUG) return;
  warn(`daymark ${version}, Node ${nodeVersion}, ${platform}`);
  const stack = error instanceof Error ? error.stack : undefined;
  for (const line of stack?.split("\n") ?? []) warn(line);
}
