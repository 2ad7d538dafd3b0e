import type { Command } from "commander";
import { componentStatuses } from "../../worker/components/statuses.ts";
import { incidentStatuses } from "../../worker/incidents/statuses.ts";
import { resolve } from "./incident-resolve.ts";
import { open, update } from "./incident-write.ts";

const repeated = (value: string, before: string[] = []) => [...before, value];

export function addIncidentCommands(program: Command): void {
  const incident = program.command("incident").description("Open, update and resolve incidents");
  const which = "its ID or name; not needed while one incident alone is open";

  tells(incident.command("open"), "one of: Investigating (unless told), Identified, Monitoring, Resolved")
    .description("Open an incident")
    .argument("<name>", "what visitors read first")
    .option("--at <time>", "when it began, if not now")
    .addHelpText(
      "after",
      '\nExample:\n  daymark incident open "API is slow" -c "API=Degraded Performance" -m "We are looking into it."',
    )
    .action(open);

  tells(incident.command("update"), `one of: ${incidentStatuses.join(", ")}`)
    .description("Append an update to an incident")
    .argument("[incident]", which)
    .addHelpText("after", '\nExample:\n  daymark incident update -s identified -m "A disk is full."')
    .action(update);

  tells(incident.command("resolve"))
    .description("Resolve an incident, and set its components back to Operational")
    .argument("[incident]", which)
    .option("--keep-components", "leave its components as they are")
    .addHelpText(
      "after",
      `
A component stays as it is if somebody changed it since the incident last did, or if a maintenance is running on it. If
another open incident says something of it, it gets that status.

Example:
  daymark incident resolve -m "The disk has been replaced."`,
    )
    .action(resolve);
}

/** What all three can say. */
function tells(command: Command, statuses?: string): Command {
  if (statuses !== undefined)
    command.option("-s, --status <status>", `${statuses}; a word's beginning will do`);
  return command
    .option("-m, --message <text>", "what visitors read, in Markdown; - reads it from standard input")
    .option("--no-mail", "do not tell subscribers by mail")
    .option(
      "-c, --component <name=status>",
      `sets a component's status, by its name or ID (repeatable): ${componentStatuses.join(", ")}`,
      repeated,
    );
}
