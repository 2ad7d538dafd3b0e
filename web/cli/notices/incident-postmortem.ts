import type { Command } from "commander";
import { postmortemPath } from "../../../worker/notices/postmortem/domain.ts";
import { CommandError } from "../command-error.ts";
import { connectWithKey, readBody } from "../connection/connection.ts";
import { addHelp } from "../help.ts";
import { plain, print, printJSON } from "../output.ts";
import type { GlobalOptions } from "../settings.ts";
import { readStandardInput } from "../standard-input.ts";
import { incidentCalls } from "./notice-calls.ts";
import { findAny } from "./notice-read.ts";

interface PostmortemOptions extends GlobalOptions {
  body?: string;
  outline?: true;
  publish?: true;
  unpublish?: true;
  sendMail?: true;
  delete?: true;
}

export function addPostmortemCommand(parent: Command): void {
  const command = parent
    .command("postmortem")
    .description("Read, write and publish the write-up of a resolved incident")
    .argument("<incident>", "Its ID or name")
    .option("--body <text>", "Save this text, in Markdown; - reads it from standard input")
    .option("--outline", "Print an outline made from the record, and store nothing")
    .option("--publish", "Publish it")
    .option("--unpublish", "Make it a draft again")
    .option("--send-mail", "With --publish: send subscribers one email")
    .option("--delete", "Delete it, for good")
    .action((nameOrID: string, _: PostmortemOptions, self: Command) =>
      run(nameOrID, self.optsWithGlobals<PostmortemOptions>()),
    );
  addHelp(command, {
    notes: "Without an option it prints the text. Visitors see a write-up only while it is published.",
    examples: [
      'daymark incident postmortem "API is slow" --outline',
      'daymark incident postmortem "API is slow" --body - --publish --send-mail',
    ],
  });
}

async function run(nameOrID: string, options: PostmortemOptions): Promise<void> {
  const { body, outline, publish, unpublish, sendMail, json } = options;
  if (publish && unpublish) throw new CommandError("usage", "Pass either --publish or --unpublish.");
  if (sendMail && !publish) throw new CommandError("usage", "--send-mail needs --publish.");
  const text = body === "-" ? await readStandardInput("Pipe in the text") : body;
  const { url, client } = await connectWithKey(options);
  const { noticeID, name } = await findAny(incidentCalls, client, nameOrID);
  const params = { path: { incidentID: noticeID } };
  if (outline) {
    const response = client.GET("/api/v0/incidents/{incidentID}/postmortem/outline", { params });
    return printText(await readBody(response), json);
  }
  if (options.delete) {
    await client.DELETE("/api/v0/incidents/{incidentID}/postmortem", { params });
    return json ? undefined : print(`Deleted the write-up of "${plain(name)}"`);
  }
  if (text === undefined && !publish && !unpublish) {
    const response = client.GET("/api/v0/incidents/{incidentID}/postmortem", { params });
    return printText(await readBody(response), json);
  }
  const change = {
    ...(text !== undefined && { body: text }),
    ...(publish && { state: "Published" as const }),
    ...(unpublish && { state: "Draft" as const }),
    ...(sendMail && { notifySubscribers: true }),
  };
  const response = client.PATCH("/api/v0/incidents/{incidentID}/postmortem", { params, body: change });
  const saved = await readBody(response);
  if (json) return printJSON(saved);
  print(`Saved the write-up of "${plain(name)}": ${saved.state}`);
  if (saved.state === "Published") print(`  Page  ${url}${postmortemPath(noticeID)}`);
}

function printText(response: { body: string }, json: true | undefined): void {
  if (json) printJSON(response);
  else for (const line of response.body.split("\n")) print(line);
}
