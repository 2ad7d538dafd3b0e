import type { Command } from "commander";
import { noticeStatuses } from "../../../worker/notices/domain.ts";
import { addHelp } from "../help.ts";
import { changeStatusTo, schedule, update } from "./maintenance-write.ts";
import { maintenanceCalls } from "./notice-calls.ts";
import {
  addComponentOption,
  addNoticeOptions,
  addStatusOption,
  addTemplateOption,
} from "./notice-options.ts";
import { addDeleteCommand, addReadCommands } from "./notice-read.ts";

const TIME_FORMATS = "Times are ISO 8601 (UTC if they have no zone), or seconds or milliseconds since 1970.";

const keepComponents = ["--keep-components", "Leave its components as they are"] as const;

export function addMaintenanceCommands(program: Command): void {
  const maintenance = program.command("maintenance").description("Schedule, run and read maintenances");
  addReadCommands(maintenance, maintenanceCalls);
  addScheduleCommand(maintenance);
  addUpdateCommand(maintenance);
  addStartCommand(maintenance);
  addCompleteCommand(maintenance);
  addDeleteCommand(
    maintenance,
    maintenanceCalls,
    "If it is running, its components go back to their status before it. With --keep-components they stay as they are.",
  ).option(...keepComponents);
}

function addScheduleCommand(maintenance: Command): void {
  const scheduleCommand = maintenance
    .command("schedule")
    .description("Schedule a maintenance; it starts and ends by itself")
    .argument("[name]", "What visitors read first; not needed with a template that has a title")
    .requiredOption("--start <time>", "When it starts")
    .requiredOption("--end <time>", "When it ends");
  addTemplateOption(addComponentOption(addNoticeOptions(scheduleCommand), "Under Maintenance")).action(
    schedule,
  );
  addHelp(scheduleCommand, {
    notes: `The page and the email name the components at once. Their status changes when the maintenance starts.\n${TIME_FORMATS}`,
    examples: [
      'daymark maintenance schedule "Database upgrade" --start "2030-01-31 22:00" --end "2030-01-31 23:30" -c API',
    ],
  });
}

function addUpdateCommand(maintenance: Command): void {
  const updateCommand = maintenance
    .command("update")
    .description("Append an update to a maintenance, or reschedule it")
    .argument("[maintenance]", "Its ID or name; not needed while only one is planned or running");
  addStatusOption(updateCommand, noticeStatuses.maintenance);
  addComponentOption(addNoticeOptions(updateCommand), "Under Maintenance");
  updateCommand
    .option("--start <time>", "New start time")
    .option("--end <time>", "New end time")
    .option("--tell", "Send subscribers an email about new times alone")
    .action(update);
  addHelp(updateCommand, {
    notes: `New times alone append no update, so no email is sent without --tell.\n${TIME_FORMATS}`,
    examples: [
      'daymark maintenance update -s verifying -m "We are checking the new database."',
      'daymark maintenance update "Database upgrade" --end "2030-02-01 00:30" -m "It takes an hour longer."',
    ],
  });
}

function addStartCommand(maintenance: Command): void {
  const startCommand = maintenance
    .command("start")
    .description("Start a maintenance now and set its components to Under Maintenance")
    .argument("[maintenance]", "Its ID or name; not needed while only one is planned");
  addComponentOption(addNoticeOptions(startCommand), "Under Maintenance").action(
    changeStatusTo("In Progress"),
  );
  addHelp(startCommand, { examples: ['daymark maintenance start "Database upgrade"'] });
}

function addCompleteCommand(maintenance: Command): void {
  const completeCommand = maintenance
    .command("complete")
    .description("Complete a maintenance now and restore its components")
    .argument("[maintenance]", "Its ID or name; not needed while only one is running");
  addComponentOption(addNoticeOptions(completeCommand));
  completeCommand.option(...keepComponents).action(changeStatusTo("Completed"));
  addHelp(completeCommand, {
    notes: `A component stays as it is if somebody has changed it since the start, or if another incident or maintenance affects
it. With --keep-components all of them do.`,
    examples: ['daymark maintenance complete -m "The new database is in use."'],
  });
}
