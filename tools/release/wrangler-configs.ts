import { parse } from "smol-toml";

/** The parts of the Worker's wrangler.toml that the release changes. All others are copied. */
interface WorkerConfig {
  name: string;
  compatibility_date: string;
  vars: Record<string, unknown>;
  d1_databases: { database_id?: string }[];
}
interface ConsoleConfig {
  name: string;
  compatibility_flags: string[];
  vars: Record<string, string>;
}

export interface Routes {
  include: string[];
  exclude: string[];
}

const $schema = "node_modules/wrangler/config-schema.json";
/** These concern a clone of the repository, or only some accounts can have them. */
const LEFT_OUT = ["build", "limits", "send_email", "preview_urls", "upload_source_maps"];
/** Only local starts and tests set these. The last one is read by `npm run deploy` of the repository. */
const LOCAL_VARIABLE = /_ENDPOINT$|^(ALLOW_PRIVATE_ADDRESSES|AUTHENTICATION_FLOW|EMAIL_SERVICE)$/;
/** These have values for local starts in the repository. */
const LOCAL_VALUE = /_URL$|^USER_POOL_/;

/** The status page's Worker: the same code as behind the Pages project, with the page's static files and without IDs. */
export function pageConfig(toml: string, routes: Routes): object {
  const parsed = parse(toml) as unknown as WorkerConfig; // wrangler refuses any other shape
  const { name, vars, d1_databases: databases, ...rest } = parsed;
  const copied = Object.fromEntries(Object.entries(rest).filter(([key]) => !LEFT_OUT.includes(key)));
  return {
    $schema,
    name,
    ...copied,
    main: "worker/index.js",
    workers_dev: true,
    preview_urls: false,
    assets: { directory: "assets", run_worker_first: runWorkerFirst(routes) },
    exports: {
      default: { type: "worker", cache: { enabled: false } },
      Cached: { type: "worker", cache: { enabled: true } },
    },
    vars: ownVariables(vars),
    d1_databases: databases.map(({ database_id: _, ...database }) => database),
  };
}

/** The console's Worker, which has an origin and a cache of its own. */
export function consoleConfig(toml: string, page: string, routes: Routes): object {
  const { name, compatibility_date, compatibility_flags, vars } = {
    ...(parse(page) as unknown as WorkerConfig),
    ...(parse(toml) as unknown as ConsoleConfig),
  };
  return {
    $schema: `../${$schema}`,
    name: name.replace(/-admin$/, "-console"),
    compatibility_date,
    compatibility_flags,
    main: "worker/index.js",
    no_bundle: true,
    workers_dev: true,
    preview_urls: false,
    observability: { enabled: true, logs: { invocation_logs: false } },
    assets: {
      directory: "assets",
      binding: "ASSETS",
      not_found_handling: "single-page-application",
      run_worker_first: runWorkerFirst(routes),
    },
    vars: ownVariables(vars),
  };
}

function ownVariables(vars: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(vars)
      .filter(([name]) => !LOCAL_VARIABLE.test(name))
      .map(([name, value]) => [name, LOCAL_VALUE.test(name) ? "" : value]),
  );
}

function runWorkerFirst({ include, exclude }: Routes): string[] {
  return [...include, ...exclude.map((path) => `!${path}`)];
}

/** Reads the comments of wrangler.toml's variables. Each stands above its variable. */
export function variableDescriptions(toml: string): Record<string, string> {
  const [, lines = ""] = /^\[vars\]\n((?:[^[\n].*\n|\n)*)/m.exec(toml) ?? [];
  const descriptions: Record<string, string> = {};
  let comment: string[] = [];
  for (const line of lines.split("\n")) {
    const [, text] = /^# (.*)$/.exec(line) ?? [];
    const [, name] = /^(\w+) = /.exec(line) ?? [];
    if (name !== undefined && !LOCAL_VARIABLE.test(name)) descriptions[name] = comment.join(" ");
    comment = text === undefined ? [] : [...comment, text];
  }
  return descriptions;
}
