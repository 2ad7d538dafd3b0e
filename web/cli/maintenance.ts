import type { Command } from "commander";
import { noticeStatuses } from "../../worker/notices/domain.ts";
import { addHelp } from "./help.ts";
import { changeStatusTo, schedule, update } from "./maintenance-write.ts";
import { maintenanceCalls } from "./notice-calls.ts";
import { addComponentOption, addNoticeOptions, addStatusOption } from "./notice-options.ts";
import { addDeleteCommand, addReadCommands } from "./notice-read.ts";

const TIME_FORMATS = "Times are ISO 8601 (UTC if they have no zone), or seconds or milliseconds since 1970.";

export function addMaintenanceCommands(program: Command): void {
  const maintenance = program.command("maintenance").description("Schedule, run and read maintenances");
  addReadCommands(maintenance, maintenanceCalls);

  const scheduling = maintenance
    .command("schedule")
    .description("Schedule a maintenance; it starts and ends by itself")
    .argument("<name>", "What visitors read first")
    .requiredOption("--start <time>", "When it starts")
    .requiredOption("--end <time>", "When it ends");
  addComponentOption(addNoticeOptions(scheduling), "Under Maintenance").action(schedule);
  addHelp(scheduling, {
    notes: `Components change their status when the maintenance starts.\n${TIME_FORMATS}`,
    examples: [
      'daymark maintenance schedule "Database upgrade" --start "2030-01-31 22:00" --end "2030-01-31 23:30" -c API',
    ],
  });

  const updating = maintenance
    .command("update")
    .description("Append an update to a maintenance, or reschedule it")
    .argument("[maintenance]", "Its ID or name; not needed while only one is planned or running");
  addStatusOption(updating, noticeStatuses.maintenance);
  addComponentOption(addNoticeOptions(updating), "Under Maintenance");
  updating.option("--start <time>", "New start time").option("--end <time>", "New end time").action(update);
  addHelp(updating, {
    notes: `New times alone append no update, so no email is sent.\n${TIME_FORMATS}`,
    examples: [
      'daymark maintenance update -s verifying -m "We are checking the new database."',
      'daymark maintenance update "Database upgrade" --end "2030-02-01 00:30" -m "It takes an hour longer."',
    ],
  });

  const starting = maintenance
    .command("start")
    .description("Start a maintenance now and set its components to Under Maintenance")
    .argument("[maintenance]", "Its ID or name; not needed while only one is planned");
  addComponentOption(addNoticeOptions(starting), "Under Maintenance").action(changeStatusTo("In Progress"));
  addHelp(starting, { examples: ['daymark maintenance start "Database upgrade"'] });

  const completing = maintenance
    .command("complete")
    .description("Complete a maintenance now and restore its components")
    .argument("[maintenance]", "Its ID or name; not needed while only one is running");
  addComponentOption(addNoticeOptions(completing)).action(changeStatusTo("Completed"));
  addHelp(completing, {
    notes:
      "A component stays as it is if somebody has changed it since the start, or if another incident or maintenance affects it.",
    examples: ['daymark maintenance complete -m "The new database is in use."'],
  });

  addDeleteCommand(
    maintenance,
    maintenanceCalls,
    "If it is running, its components go back to their status before it.",
  );
}
