import type { Command } from "commander";
import { looksLikeID } from "./candidates.ts";
import { answered, type Connection, connectWithKey } from "./connection.ts";
import { asWritten, Failure } from "./failure.ts";
import { addHelp } from "./help.ts";
import { oneNamed } from "./names.ts";
import { count, plain, say, sayJSON } from "./output.ts";
import { numberOf, type Point, parsePoints, timeOf } from "./points.ts";
import { pushPoints } from "./push.ts";
import { sayRows } from "./rows.ts";
import type { GlobalOptions } from "./settings.ts";
import { readStandardInput } from "./standard-input.ts";

export function addMetricCommands(program: Command): void {
  const metric = program.command("metric").description("List metrics, and send points of those of type Self");
  addHelp(metric.command("list").description("List the metrics, hidden ones too").action(list), {
    examples: ["daymark metric list"],
  });
  const pushing = metric
    .command("push")
    .description("Send one point, or those on standard input")
    .argument("<metric>", "Its title or ID")
    .argument("[value]", "A number; without it, or with -, points are read from standard input")
    .option("--at <time>", "When the value was measured (default: now)")
    .action(push);
  addHelp(pushing, {
    notes: `Standard input has a point a line, \`time value\` or \`time,value\`, a lone value being of now; or a JSON object
{"timestamp": …, "value": …} a line, or one JSON array of them. Times are ISO 8601, in UTC where they have no zone, or
seconds or milliseconds since 1970. The minute is the key: of a minute, the last value stays.`,
    examples: ['daymark metric push "Response time" 42', "daymark metric push V1StGXR8Z5jd < points.csv"],
    meanings: { partly: "Some of the points were stored, the others were not" },
  });
}

interface PushOptions extends GlobalOptions {
  at?: string;
}

async function push(metric: string, value: string | undefined, _: PushOptions, command: Command) {
  const options = command.optsWithGlobals<PushOptions>();
  const points = await pointsOf(value, options.at);
  const connection = await connectWithKey(options);
  const { id, name } = await findMetric(connection, metric);
  const kept = await pushPoints(connection, id, points);
  if (options.json) return sayJSON({ [id]: kept });
  const minutes = kept.length < points.length ? `, of ${count(kept.length, "minute")},` : "";
  say(`Sent ${count(points.length, "point")}${minutes} to ${plain(name)}.`);
}

async function pointsOf(value: string | undefined, at: string | undefined): Promise<Point[]> {
  if (value !== undefined && value !== "-") {
    return [
      {
        timestamp: asWritten("--at", () => (at === undefined ? Date.now() : timeOf(at))),
        value: asWritten("The value", () => numberOf(value)),
        place: "The point",
      },
    ];
  }
  if (at !== undefined)
    throw new Failure("usage", "--at is for one value: on standard input each has its time.");
  const points = parsePoints(
    await readStandardInput("Give a value, or points on standard input"),
    Date.now(),
  );
  if (points.length === 0) throw new Failure("usage", "There are no points on standard input.");
  return points;
}

/** What looks like an ID and is none of a metric's is left to the API to refuse. */
async function findMetric({ client }: Connection, asked: string) {
  const metrics = await answered(client.GET("/api/v0/metrics"));
  const named = metrics.map(({ metricID, title }) => ({ id: metricID, name: title }));
  const known = named.some(({ id, name }) => id === asked || name === asked);
  if (!known && looksLikeID(asked)) return { id: asked, name: asked };
  return oneNamed("metric", named, asked);
}

async function list(_: GlobalOptions, command: Command): Promise<void> {
  const options = command.optsWithGlobals<GlobalOptions>();
  const { client } = await connectWithKey(options);
  const metrics = await answered(client.GET("/api/v0/metrics"));
  if (options.json) return sayJSON(metrics);
  if (metrics.length === 0) return say("There are no metrics.");
  sayRows(
    metrics.map(({ metricID: id, title: name, status, type }) => ({
      ...{ id, name, status },
      color: status === "Visible" ? "green" : "grey",
      more: type,
    })),
  );
}
