import { mustBeNone, type Outcome, type Table } from "../outcome.ts";
import {
  CONSOLE_POLLS_AN_HOUR,
  GRAPHS_IN_VIEW,
  type Installation,
  installations,
  PAGES_FUNCTION_CPU_MS,
  PAST_INCIDENTS,
  POLLS_A_DAY,
  REVALIDATIONS_A_DAY,
} from "./installations.ts";
import { type Kind, measureInvocations } from "./measure.ts";
import {
  costAMonth,
  FREE_CPU_MS,
  noUsage,
  PAID_PLAN_A_MONTH,
  PRICES_AS_OF,
  passedLimits,
  prices,
  sum,
  times,
  type Unit,
  type Usage,
  units,
} from "./prices.ts";

const labels: Record<Kind, string> = {
  minute: "a minute's cron run",
  hour: "the hourly part of a cron run",
  points: "a request with a point of each metric",
  miss: "a visitor's page after a change",
  hit: "a visitor's unchanged page",
  graph: "a visitor's graph with new points",
  consolePoll: "a console's poll",
  update: "an incident or an update",
  mail: "an email of it",
};

/** Works out a month's cost from counted invocations and stated rates. */
export async function proveBill(names: string[] = installations.map(({ name }) => name)): Promise<Outcome> {
  const tables: Table[] = [];
  const summary: string[][] = [];
  let idle: Usage | undefined;
  for (const installation of installations.filter(({ name }) => names.includes(name))) {
    const kinds = await measureInvocations(installation);
    const day = usagePerDay(installation, kinds);
    if (installation.name === "idle") idle = day;
    tables.push(invocationTable(installation, kinds), billTable(installation, day));
    summary.push(summaryRow(installation, day));
  }
  return {
    bounds: `${names.join(", ")} installation; each has ${PAST_INCIDENTS.toLocaleString("en")} past incidents`,
    tables: [
      ...tables,
      {
        title: "A month of the whole installation",
        columns: ["Installation", "Free plan", "Paid plan"],
        rows: summary,
      },
      priceTable(),
    ],
    figures: [
      mustBeNone("limits of the free plan that an idle installation passes", idle ? passedLimits(idle) : []),
    ],
    notes: [
      `Counted: rows as the local D1 reports them, calls of R2 and queues, and messages, of each kind of invocation, including what goes on after a response. ` +
        `Stated, not measured: visitors have the page open all day and ask once a minute, each with ${GRAPHS_IN_VIEW} graphs in view; each location of Cloudflare revalidates an address every 10 seconds; ` +
        `a script submits one point of each metric a minute in one request; ${PAGES_FUNCTION_CPU_MS} ms of CPU for each request that the status project's Function forwards; each queue message has a run of its own, and each run counts as a request. ` +
        "So the figures are upper bounds.",
      "CPU ms are those of the whole workerd on the machine above, with its simulators of D1 and R2, which Cloudflare doesn't bill. The part `cpu` has the time of the isolate alone, which decides what fits the free plan. " +
        "Emails also cost what the email service takes. Storage, nightly exports and logs are not part of this.",
    ],
  };
}

/** Adds up a day, with each kind of invocation as often as the load says. */
function usagePerDay(installation: Installation, kinds: Record<Kind, Usage>): Usage {
  const { metrics, visitors, subscribers, updates, locations, consoleHours } = installation;
  const graphs = Math.min(metrics, GRAPHS_IN_VIEW);
  const polls = visitors * POLLS_A_DAY;
  const visits = times({ ...noUsage, requests: 1, cpuMs: PAGES_FUNCTION_CPU_MS }, polls * (1 + graphs));
  // The Function's request was counted with the visit, and the service binding's is free.
  const free = (usage: Usage): Usage => ({ ...usage, requests: usage.requests - 1 });
  const revalidations = Math.min(polls, locations * REVALIDATIONS_A_DAY);
  return sum([
    times(kinds.minute, POLLS_A_DAY),
    times(kinds.hour, 24),
    times(kinds.points, POLLS_A_DAY),
    visits,
    times(free(kinds.hit), revalidations),
    times(free(kinds.graph), revalidations * graphs),
    times(free(kinds.miss), updates * locations),
    times(kinds.consolePoll, consoleHours * CONSOLE_POLLS_AN_HOUR),
    times(kinds.update, updates),
    times(kinds.mail, updates * subscribers),
  ]);
}

function invocationTable(installation: Installation, kinds: Record<Kind, Usage>): Table {
  const shown = Object.entries(labels) as [Kind, string][]; // Object.entries types keys as string.
  return {
    title: `What one invocation uses: ${describeLoad(installation)}`,
    columns: ["", ...units.map((unit) => prices[unit].label)],
    rows: shown
      .filter(([kind]) => kinds[kind].requests > 0 || kinds[kind].rowsRead > 0)
      .map(([kind, label]) => [label, ...units.map((unit) => round(kinds[kind][unit]))]),
  };
}

function billTable(installation: Installation, day: Usage): Table {
  const passed = passedLimits(day);
  const row = (unit: Unit) => {
    const { label, ...price } = prices[unit];
    const free = "freeADay" in price ? round(price.freeADay) : "";
    return [
      label,
      round(day[unit]),
      free,
      passed.includes(unit) ? "passed" : "",
      dollars(costAMonth(unit, day[unit])),
    ];
  };
  return {
    title: `A day of the ${installation.name} installation`,
    columns: ["", "A day", "Free a day", "Free plan", "Paid plan, a month"],
    rows: units.map(row),
  };
}

function summaryRow(installation: Installation, day: Usage): string[] {
  const passed = passedLimits(day).map((unit) => prices[unit].label);
  const cost = units.reduce((total, unit) => total + costAMonth(unit, day[unit]), PAID_PLAN_A_MONTH);
  const free = passed.length === 0 ? "fits, $0" : `doesn't fit: ${passed.join(", ")}`;
  return [describeLoad(installation), free, dollars(cost)];
}

function describeLoad({
  name,
  components,
  metrics,
  visitors,
  subscribers,
  updates,
  locations,
}: Installation) {
  const number = (value: number) => value.toLocaleString("en");
  return `${name} (${components} components, ${metrics} metrics, ${number(visitors)} visitors at once in ${locations} locations, ${number(subscribers)} subscribers, ${updates} updates a day)`;
}

function priceTable(): Table {
  return {
    title: `Prices (${PRICES_AS_OF}; the paid plan is $${PAID_PLAN_A_MONTH} a month)`,
    columns: ["", "Free a day", "Paid: included a month", "Paid: a million more"],
    rows: units.map((unit) => {
      const { label, included, perMillion, ...price } = prices[unit];
      return [
        label,
        "freeADay" in price ? round(price.freeADay) : `${FREE_CPU_MS} ms an invocation`,
        included.toLocaleString("en"),
        `$${perMillion}`,
      ];
    }),
  };
}

const round = (value: number) =>
  value.toLocaleString("en", { maximumFractionDigits: value >= 100 ? 0 : value >= 1 ? 1 : 3 });
const dollars = (value: number) => `$${value.toFixed(2)}`;
