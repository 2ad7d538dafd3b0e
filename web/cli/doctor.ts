import type { Command } from "commander";
import { version } from "../../package.json";
import { clockDifference, clockStatus, durationText } from "../../worker/health/domain.ts";
import { SECOND_MS } from "../../worker/shared/time/domain.ts";
import type { Schemas } from "../client/client.ts";
import { CommandError } from "./command-error.ts";
import { type Connection, connectWithKey } from "./connection/connection.ts";
import { addAccountCommand } from "./doctor/account.ts";
import { type Check, reportChecks } from "./doctor/findings.ts";
import { checkRelease, readNewestRelease } from "./doctor/newest-release.ts";
import { addHelp } from "./help.ts";
import type { GlobalOptions } from "./settings.ts";

export function addDoctorCommand(program: Command): void {
  const doctor = program
    .command("doctor")
    .description("Check every part of the installation, and say how to fix it")
    .action(runDoctor);
  addHelp(doctor, {
    notes: `The API key needs the scope Everything. The command changes nothing and tries nothing twice. It checks the database and
its migrations, the file storage, the clocks, the configuration, the cron, queues, metrics, alerts, emails, webhooks and chat, the
nightly export, restores, sign-in and the version, and asks npm whether a newer release is there. With --json it prints {"url", "version", "status", "checks"}.
What the Worker can't see from the inside, \`daymark doctor account\` checks in Cloudflare's account.`,
    examples: ["daymark doctor", "daymark doctor --json"],
    meanings: {
      done: "No check found an error; there may be warnings",
      refused: "A check found an error, or Daymark returned one",
    },
  });
  addAccountCommand(doctor);
}

async function runDoctor(_: GlobalOptions, command: Command): Promise<void> {
  const options = command.optsWithGlobals<GlobalOptions>();
  const connection = await connectWithKey(options, { maxTries: 1 });
  const { time: serverTime, ...health } = await checkHealth(connection);
  const [details, newest] = await Promise.all([readReport(connection), readNewestRelease()]);
  const own = [health, checkLocalClock(serverTime ?? details.time)];
  const release = details.release ? [checkRelease(details.release, newest)] : [];
  const checks: Check[] = [...own, ...release, ...details.checks];
  reportChecks({ url: connection.url, version }, checks, options);
}

/** The server's clock was read between two times of this machine's. */
interface ServerTime {
  server: number;
  before: number;
  after: number;
}

async function checkHealth({ client }: Connection): Promise<Check & { time: ServerTime | undefined }> {
  const name = "health";
  const before = Date.now();
  try {
    const { response, data } = await client.GET("/api/health");
    // `Date` has no fractions of a second (RFC 9110 §5.6.7).
    const server = Date.parse(response.headers.get("Date") ?? "");
    const time = Number.isNaN(server) ? undefined : { server, before: before - SECOND_MS, after: Date.now() };
    const more = data?.warning === undefined ? "" : ` ${data.warning}`;
    return { name, status: "ok", message: `The status page answers.${more}`, time };
  } catch (error) {
    const message = outageMessage(error);
    const fix = "The other checks say what is wrong.";
    return { name, status: "error", message, fix, time: undefined };
  }
}

interface Details {
  checks: Check[];
  time: ServerTime | undefined;
  /** Is missing if the report couldn't be read. */
  release?: Schemas["HealthReport"]["release"] | undefined;
}

async function readReport({ client }: Connection): Promise<Details> {
  const before = Date.now();
  try {
    const { data } = await client.GET("/api/v0/health/deep");
    const { checks = [], time = "", release } = data ?? {};
    const server = Date.parse(time);
    const serverTime = Number.isNaN(server) ? undefined : { server, before, after: Date.now() };
    return { checks, time: serverTime, release };
  } catch (error) {
    const message = `No other check could be made: ${outageMessage(error)}`;
    const fix =
      "The API key is checked in the database (D1). See whether Cloudflare has an incident, and look at the Worker's logs in its dashboard.";
    return { checks: [{ name: "details", status: "error", message, fix }], time: undefined };
  }
}

/** Only an outage is a finding. Any other error means that the command can't do its work. */
function outageMessage(error: unknown): string {
  if (error instanceof CommandError && error.status === 503) return error.message;
  throw error;
}

function checkLocalClock(time: ServerTime | undefined): Check {
  const name = "local clock";
  if (time === undefined)
    return {
      name,
      status: "ok",
      message: "This machine's clock can't be compared: the server told no time.",
    };
  const ahead = clockDifference(time.server, time.before, time.after);
  const status = clockStatus(ahead);
  if (status === "ok") return { name, status, message: "This machine's clock and the server's agree." };
  return {
    name,
    status,
    message: `This machine's clock is ${durationText(ahead)} ${ahead > 0 ? "ahead of" : "behind"} the server's.`,
    fix: "Set this machine's clock, best with NTP. With a wrong one, sign-in fails here, and points that scripts send get wrong times.",
  };
}
