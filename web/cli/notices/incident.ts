import type { Command } from "commander";
import { noticeStatuses } from "../../../worker/notices/domain.ts";
import { addHelp } from "../help.ts";
import { addPostmortemCommand } from "./incident-postmortem.ts";
import { resolve } from "./incident-resolve.ts";
import { open, update } from "./incident-write.ts";
import { incidentCalls } from "./notice-calls.ts";
import {
  addComponentOption,
  addNoticeOptions,
  addStatusOption,
  addTemplateOption,
} from "./notice-options.ts";
import { addDeleteCommand, addReadCommands } from "./notice-read.ts";

const INCIDENT_ARGUMENT_HELP = "Its ID or name; not needed while only one incident is open";

export function addIncidentCommands(program: Command): void {
  const incident = program.command("incident").description("Open, update, resolve and read incidents");
  addReadCommands(incident, incidentCalls);

  const openCommand = incident.command("open").description("Open an incident");
  addStatusOption(
    openCommand.argument("[name]", "What visitors read first; not needed with a template that has a title"),
    noticeStatuses.incident,
  );
  addTemplateOption(addComponentOption(addNoticeOptions(openCommand)));
  openCommand
    .option("--at <time>", "When it began (default: now)")
    .option("--over", "It is over: count it in uptime from --start to --end, and send no email")
    .option("--start <time>", "With --over: when it began")
    .option("--end <time>", "With --over: when it ended")
    .option("--end-message <text>", "With --over: the message of its last update")
    .action(open);
  addHelp(openCommand, {
    examples: [
      'daymark incident open "API is slow" -c "API=Degraded Performance" -m "We are looking into it."',
      'daymark incident open --template "Slow API"',
      'daymark incident open "API was slow" -c API=partial --over --start "2030-01-31 22:00" --end "2030-01-31 22:40"',
    ],
  });

  const updateCommand = incident.command("update").description("Append an update to an incident");
  addStatusOption(updateCommand.argument("[incident]", INCIDENT_ARGUMENT_HELP), noticeStatuses.incident);
  addComponentOption(addNoticeOptions(updateCommand)).action(update);
  addHelp(updateCommand, { examples: ['daymark incident update -s identified -m "A disk is full."'] });

  const resolveCommand = incident
    .command("resolve")
    .description("Resolve an incident and restore its components")
    .argument("[incident]", INCIDENT_ARGUMENT_HELP);
  addComponentOption(addNoticeOptions(resolveCommand));
  resolveCommand.option("--keep-components", "Leave its components as they are").action(resolve);
  addHelp(resolveCommand, {
    notes: `A component that another open incident or a running maintenance affects gets its status from that notice. A component
that --component names gets the given status.`,
    examples: ['daymark incident resolve -m "The disk has been replaced."'],
  });

  addPostmortemCommand(incident);

  addDeleteCommand(
    incident,
    incidentCalls,
    `Its components go back to Operational, or to the status that another incident or maintenance gives them. With
--keep-components they stay as they are.`,
  ).option("--keep-components", "Leave its components as they are");
}
