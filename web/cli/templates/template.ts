import type { Command } from "commander";
import { addHelp } from "../help.ts";
import { addComponentOption } from "../notices/notice-options.ts";
import { list, remove, show } from "./template-read.ts";
import { add, edit } from "./template-write.ts";

const TEMPLATE = "Its name or ID";
const VARIABLES =
  "Title and message may contain {{components}}, {{service}}, {{start}} and {{duration}}. Write \\{{ for plain braces.";

export function addTemplateCommands(program: Command): void {
  const template = program.command("template").description("List and change templates for notices");
  addHelp(template.command("list").description("List the templates").action(list), {
    examples: ["daymark template list", "daymark template list --json"],
  });
  addHelp(
    template.command("show").description("Show one template").argument("<template>", TEMPLATE).action(show),
    {
      examples: ['daymark template show "Slow API"'],
    },
  );

  const adding = template
    .command("add")
    .description("Add a template")
    .argument("<name>", "What you find it by; visitors don't see it")
    .requiredOption("--kind <kind>", "Either incident or maintenance");
  addFieldOptions(adding).action(add);
  addHelp(adding, {
    notes: VARIABLES,
    examples: [
      'daymark template add "Slow API" --kind incident --title "{{components}} is slow" -c "API=Degraded Performance"',
    ],
  });

  const editing = template
    .command("edit")
    .description("Change a template")
    .argument("<template>", TEMPLATE)
    .option("--name <name>", "A new name");
  addFieldOptions(editing).action(edit);
  addHelp(editing, {
    notes: `An empty title, message or status removes it. --component replaces all components.\n${VARIABLES}`,
    examples: ['daymark template edit "Slow API" -m "Since {{start}}, requests take longer than usual."'],
  });

  addHelp(
    template
      .command("delete")
      .description("Delete a template; what was made from it stays")
      .argument("<template>", TEMPLATE)
      .action(remove),
    {
      notes: "With --json it prints nothing, because the API's response is empty.",
      examples: ['daymark template delete "Slow API"'],
    },
  );
}

function addFieldOptions(command: Command): Command {
  command
    .option("--title <text>", "The name of the incident or maintenance")
    .option("-m, --message <text>", "The message in Markdown; - reads it from standard input")
    .option("-s, --status <status>", "A status of its kind; the start of a word is enough");
  return addComponentOption(command);
}
