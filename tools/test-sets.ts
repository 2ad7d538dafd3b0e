/**
 * `npm test` runs the short set. Folders that are named for a class of tests are beyond it, and so is `lab/`: `npm run test:all`
 * runs both sets.
 */
export type TestSet = "short" | "beyond" | "all";

/** The set that this run consists of, if it is one. Only `tools/test.ts` knows. */
export const completeSet: TestSet | undefined = parseSet(process.env.DAYMARK_TEST_SET);

function parseSet(text: string | undefined): TestSet | undefined {
  return text === "short" || text === "beyond" || text === "all" ? text : undefined;
}

/** How many tests there are, rounded, and how many minutes they take on two cores. A full run fails if its count is off by a tenth. */
const sizes = {
  short: { tests: 2910, minutes: 4 },
  beyond: { tests: 4690, minutes: 8 },
};

const addedClasses =
  "crashes, outages, limits, random input, tables of every field and route, costs, widths and languages, Lighthouse, deployment";

/** Says what a run of a set will take. */
export function announceTests(set: TestSet): string {
  const { short, beyond } = sizes;
  if (set === "beyond") return `About ${sizeText(beyond)}: what \`npm test\` leaves out.`;
  if (set === "all") return `About ${sizeText(sizeOf("all"))}.`;
  return `About ${sizeText(short)}. \`npm run test:all\` adds ${sizeText(beyond)}: ${addedClasses}.`;
}

export function sizeOf(set: TestSet) {
  const { short, beyond } = sizes;
  return set === "all"
    ? { tests: short.tests + beyond.tests, minutes: short.minutes + beyond.minutes }
    : sizes[set];
}

const sizeText = ({ tests, minutes }: { tests: number; minutes: number }) =>
  `${tests.toLocaleString("en")} tests in ${minutes} minutes`;

/** These folders have only tests that are beyond the short set. */
const beyondShort = ["engines", "lighthouse"];

/** Folders of a project, each named for a class of tests. Its other folders are those of the product. */
export const beyondFolders =
  "costs|crashes|deployment|edge-cases|journeys|limits|outages|random-input|tables|transfers|widths";

/** Returns the patterns by which Vitest finds the tests in a folder of `test/`. */
export function testFiles(folder: string, set: TestSet = completeSet ?? "all"): string[] {
  if (beyondShort.includes(folder)) return set === "short" ? [] : [`test/${folder}/**/*.test.ts`];
  const files = "**/*.test.{ts,tsx}";
  const short = [`test/${folder}/*.test.{ts,tsx}`, `test/${folder}/!(${beyondFolders})/${files}`];
  const beyond = [
    `test/${folder}/@(${beyondFolders})/${files}`,
    ...(folder === "worker" ? ["lab/**/*.test.ts"] : []),
  ];
  return { short, beyond, all: [...short, ...beyond] }[set];
}
