import type { Command } from "commander";
import { noticeColors } from "../../../worker/notices/domain.ts";
import type { DaymarkClient, Schemas } from "../../client/client.ts";
import { connectWithKey, ifMatch, readBody } from "../connection/connection.ts";
import { addHelp } from "../help.ts";
import { findByName } from "../names.ts";
import { plain, print, printJSON } from "../output.ts";
import { colorIn, formatMinute, printRows } from "../rows.ts";
import type { GlobalOptions } from "../settings.ts";

const PROPOSAL = "Its name or ID";

export function addProposalCommands(program: Command): void {
  const proposal = program.command("proposal").description("List, publish and discard proposed incidents");
  addHelp(
    proposal
      .command("list")
      .description("List the incidents that wait to be published or discarded")
      .action(list),
    { examples: ["daymark proposal list", "daymark proposal list --json"] },
  );
  addHelp(
    proposal
      .command("publish")
      .description("Publish a proposal as an incident")
      .argument("<proposal>", PROPOSAL)
      .option("--no-mail", "Send no email to subscribers")
      .action(publish),
    {
      examples: [
        'daymark proposal publish "API is slow"',
        'daymark proposal publish "API is slow" --no-mail',
      ],
    },
  );
  addHelp(
    proposal
      .command("discard")
      .description("Delete a proposal without publishing it")
      .argument("<proposal>", PROPOSAL)
      .action(discard),
    {
      notes: "With --json it prints nothing, because the API's response is empty.",
      examples: ['daymark proposal discard "API is slow"'],
    },
  );
}

function readProposals(client: DaymarkClient): Promise<Schemas["Proposal"][]> {
  return readBody(client.GET("/api/v0/proposals"));
}

async function findProposal(client: DaymarkClient, nameOrID: string) {
  const all = await readProposals(client);
  return findByName(
    "proposal",
    all.map((each) => ({ ...each, id: each.proposalID })),
    nameOrID,
  );
}

async function list(_: GlobalOptions, command: Command): Promise<void> {
  const options = command.optsWithGlobals<GlobalOptions>();
  const { client } = await connectWithKey(options);
  const proposals = await readProposals(client);
  if (options.json) return printJSON(proposals);
  if (proposals.length === 0) return print("There are no proposals.");
  printRows(
    proposals.map(({ proposalID: id, name, status, createdBy, createdAt }) => ({
      id,
      name,
      status,
      color: colorIn(noticeColors, status),
      more: `(from ${plain(createdBy.name)}, ${formatMinute(createdAt)} UTC)`,
    })),
  );
}

interface PublishOptions extends GlobalOptions {
  mail: boolean;
}

/** If-Match keeps it from publishing what has changed since it was found. */
async function publish(nameOrID: string, _: PublishOptions, command: Command): Promise<void> {
  const options = command.optsWithGlobals<PublishOptions>();
  const { client, url } = await connectWithKey(options);
  const { proposalID, updatedAt } = await findProposal(client, nameOrID);
  const incident = await readBody(
    client.POST("/api/v0/proposals/{proposalID}/publish", {
      params: { path: { proposalID }, header: ifMatch(updatedAt) },
      body: options.mail ? {} : { notifySubscribers: false },
    }),
  );
  if (options.json) return printJSON(incident);
  print(`Published "${plain(incident.name)}": ${incident.status}`);
  for (const { name, status } of incident.components) print(`  ${plain(name)}: ${status}`);
  print(`  ID    ${incident.incidentID}`);
  print(`  Page  ${url}/incidents/${incident.incidentID}`);
}

async function discard(nameOrID: string, _: GlobalOptions, command: Command): Promise<void> {
  const options = command.optsWithGlobals<GlobalOptions>();
  const { client } = await connectWithKey(options);
  const { proposalID, name, updatedAt } = await findProposal(client, nameOrID);
  await client.DELETE("/api/v0/proposals/{proposalID}", {
    params: { path: { proposalID }, header: ifMatch(updatedAt) },
  });
  if (!options.json) print(`Discarded "${plain(name)}".`);
}
