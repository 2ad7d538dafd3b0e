import { BuildError } from "../build/build.ts";
import { setupLink } from "../start/setup-key.ts";
import { localSettings, readConfig } from "./config.ts";
import { type Machine, onMachine, print } from "./machine.ts";
import { nextSteps } from "./next-steps.ts";
import { keepOwnValues, readOwnValues, writeOwnValues } from "./own-values.ts";
import { askForOwnValues } from "./questions.ts";
import { steps } from "./steps.ts";
import { openTerminal, type Terminal } from "./terminal.ts";
import { DeployError } from "./wrangler.ts";

/** A dry run asks nothing, so it says what will be asked. */
const questionsNote =
  "The first deployment begins with questions: a name, where the data is kept, how administrators sign in, and how email is sent.";

/** @returns the exit code */
export function deploy(args: string[], machine: Machine): Promise<number> {
  const dryRun = args.includes("--dry-run");
  return onMachine(machine, async () => {
    const terminal = dryRun ? undefined : openTerminal();
    try {
      await run(dryRun, terminal);
      return 0;
    } catch (error) {
      if (!(error instanceof DeployError || error instanceof BuildError)) throw error;
      machine.stderr.write(`\n${error.message}\n`);
      return 1;
    } finally {
      terminal?.close();
    }
  });
}

async function run(dryRun: boolean, terminal: Terminal | undefined): Promise<void> {
  const ownValues = await readOwnValues();
  if (!dryRun) await writeOwnValues(ownValues);
  const answers = await askOnce(terminal);
  const config = await readConfig();
  if (dryRun && localSettings(config).length > 0) print(questionsNote);
  const location = { ...ownValues, ...answers }.DATA_LOCATION ?? "";
  const { EMAIL_SERVICE: emailService = config.emailService } = ownValues;
  const warnings: string[] = [];
  const warn = (warning: string | undefined) => {
    if (warning === undefined) return;
    warnings.push(warning);
    print(highlighted(warning));
  };
  const newSecrets: Record<string, string> = {};
  const allSteps = steps({ ...config, emailService }, { location, terminal, warn, newSecrets });
  for (const [index, { title, ...step }] of allSteps.entries()) {
    print(`${index + 1}. ${title}`);
    await (dryRun ? step.dryRun?.() : step.run());
  }
  print(dryRun ? "Nothing was deployed: this was a dry run." : await deployedURLs(newSecrets));
  // The warnings are repeated, because much has been printed after them.
  for (const warning of warnings) print(highlighted(warning));
}

/** Only a first deployment has questions: the repository doesn't know how administrators sign in. */
async function askOnce(terminal: Terminal | undefined): Promise<Record<string, string>> {
  if (terminal === undefined || localSettings(await readConfig()).length === 0) return {};
  const answers = await askForOwnValues(terminal);
  await keepOwnValues(answers);
  await writeOwnValues(answers);
  return answers;
}

function highlighted(warning: string): string {
  return `\n!! ${warning}\n`;
}

async function deployedURLs({ SETUP_KEY }: Record<string, string>): Promise<string> {
  const config = await readConfig();
  return [
    "Deployed.",
    `  Status page  ${config.statusPageURL}`,
    `  Console      ${config.adminPageURL}`,
    ...nextSteps(config, SETUP_KEY && setupLink(config.adminPageURL, SETUP_KEY)),
  ].join("\n");
}
