import type { Command } from "commander";
import { isID } from "../../../worker/storage/domain.ts";
import { CommandError, withContext } from "../command-error.ts";
import { type Connection, connectWithKey, readBody } from "../connection/connection.ts";
import { addHelp } from "../help.ts";
import { findByName } from "../names.ts";
import { count, plain, print, printJSON } from "../output.ts";
import { printRows } from "../rows.ts";
import type { GlobalOptions } from "../settings.ts";
import { readStandardInput } from "../standard-input.ts";
import { type Point, parseNumber, parsePoints, parseTime } from "./points.ts";
import { pushPoints } from "./push.ts";

export function addMetricCommands(program: Command): void {
  const metric = program.command("metric").description("List metrics and send data points");
  addHelp(metric.command("list").description("List all metrics, hidden ones included").action(list), {
    examples: ["daymark metric list"],
  });
  const pushCommand = metric
    .command("push")
    .description("Send one data point, or the points on standard input")
    .argument("<metric>", "Its title or ID")
    .argument("[value]", "A number; if omitted or -, points are read from standard input")
    .option("--at <time>", "When the value was measured (default: now)")
    .action(push);
  addHelp(pushCommand, {
    notes: `Standard input has one point per line: \`time value\`, \`time,value\`, or just a value for now. It can also have one JSON
object {"timestamp": …, "value": …} per line, or one JSON array of them. Times are ISO 8601 (UTC if they have no zone),
or seconds or milliseconds since 1970. A minute has one value: the last one sent.`,
    examples: ['daymark metric push "Response time" 42', "daymark metric push V1StGXR8Z5jd < points.csv"],
    meanings: { partly: "Some of the points were stored, the rest were not" },
  });
}

interface PushOptions extends GlobalOptions {
  at?: string;
}

async function push(metric: string, value: string | undefined, _: PushOptions, command: Command) {
  const options = command.optsWithGlobals<PushOptions>();
  const points = await readPoints(value, options.at);
  const connection = await connectWithKey(options);
  const { id, name } = await findMetric(connection, metric);
  const storedPoints = await pushPoints(connection, id, points);
  if (options.json) return printJSON({ [id]: storedPoints });
  const minutes = storedPoints.length < points.length ? `, of ${count(storedPoints.length, "minute")},` : "";
  print(`Sent ${count(points.length, "point")}${minutes} to ${plain(name)}.`);
}

async function readPoints(value: string | undefined, at: string | undefined): Promise<Point[]> {
  if (value !== undefined && value !== "-") {
    return [
      {
        timestamp: withContext("--at", () => (at === undefined ? Date.now() : parseTime(at))),
        value: withContext("The value", () => parseNumber(value)),
        source: "The point",
      },
    ];
  }
  if (at !== undefined)
    throw new CommandError(
      "usage",
      "--at works with a single value only: on standard input each point has its own time.",
    );
  const points = parsePoints(
    await readStandardInput("Give a value, or points on standard input"),
    Date.now(),
  );
  if (points.length === 0) throw new CommandError("usage", "There are no points on standard input.");
  return points;
}

/** The API refuses an unknown ID. */
async function findMetric({ client }: Connection, nameOrID: string) {
  const metrics = await readBody(client.GET("/api/v0/metrics"));
  const candidates = metrics.map(({ metricID, title }) => ({ id: metricID, name: title }));
  const isListed = candidates.some(({ id, name }) => id === nameOrID || name === nameOrID);
  if (!isListed && isID(nameOrID)) return { id: nameOrID, name: nameOrID };
  return findByName("metric", candidates, nameOrID);
}

async function list(_: GlobalOptions, command: Command): Promise<void> {
  const options = command.optsWithGlobals<GlobalOptions>();
  const { client } = await connectWithKey(options);
  const metrics = await readBody(client.GET("/api/v0/metrics"));
  if (options.json) return printJSON(metrics);
  if (metrics.length === 0) return print("There are no metrics.");
  printRows(
    metrics.map(({ metricID: id, title: name, status, type }) => ({
      id,
      name,
      status,
      color: status === "Visible" ? "green" : "grey",
      more: type,
    })),
  );
}
