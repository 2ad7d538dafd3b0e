import type { Command } from "commander";
import { noticeStatuses } from "../../worker/notices/domain.ts";
import { addHelp } from "./help.ts";
import { resolve } from "./incident-resolve.ts";
import { open, update } from "./incident-write.ts";
import { incidentCalls } from "./notice-calls.ts";
import { addComponentOption, addNoticeOptions, addStatusOption } from "./notice-options.ts";
import { addDeleteCommand, addReadCommands } from "./notice-read.ts";

const INCIDENT_ARGUMENT = "Its ID or name; not needed while only one incident is open";

export function addIncidentCommands(program: Command): void {
  const incident = program.command("incident").description("Open, update, resolve and read incidents");
  addReadCommands(incident, incidentCalls);

  const opening = incident.command("open").description("Open an incident");
  addStatusOption(opening.argument("<name>", "What visitors read first"), noticeStatuses.incident);
  addComponentOption(addNoticeOptions(opening));
  opening.option("--at <time>", "When it began (default: now)").action(open);
  addHelp(opening, {
    examples: [
      'daymark incident open "API is slow" -c "API=Degraded Performance" -m "We are looking into it."',
    ],
  });

  const updating = incident.command("update").description("Append an update to an incident");
  addStatusOption(updating.argument("[incident]", INCIDENT_ARGUMENT), noticeStatuses.incident);
  addComponentOption(addNoticeOptions(updating)).action(update);
  addHelp(updating, { examples: ['daymark incident update -s identified -m "A disk is full."'] });

  const resolving = incident
    .command("resolve")
    .description("Resolve an incident and restore its components")
    .argument("[incident]", INCIDENT_ARGUMENT);
  addComponentOption(addNoticeOptions(resolving));
  resolving.option("--keep-components", "Leave its components as they are").action(resolve);
  addHelp(resolving, {
    notes: `A component that a running maintenance or another open incident affects gets the status from there. One that --component
names gets the status given there.`,
    examples: ['daymark incident resolve -m "The disk has been replaced."'],
  });

  addDeleteCommand(
    incident,
    incidentCalls,
    `Its components go back to Operational, or to the status that another incident or maintenance gives them. With
--keep-components they stay as they are.`,
  ).option("--keep-components", "Leave its components as they are");
}
