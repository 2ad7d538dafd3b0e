import type {
  CardElementArray,
  ContainerStyle,
  IAdaptiveCard,
  IRichTextBlock,
  ITextRun,
} from "@microsoft/teams.cards";
import type { StatusColor } from "../../components/domain.ts";
import { SECOND_MS } from "../../shared/time/domain.ts";
import type { Channel } from "./channel.ts";
import { type ChatMessage, chatMessage, type Link } from "./chat-message.ts";
import { ownsAddress } from "./domain.ts";
import { splitAtAddresses } from "./link.ts";
import { shorten } from "./shorten.ts";

/** https://learn.microsoft.com/microsoftteams/limits-specifications-teams#chat: 28 KB */
const MAX_BYTES = 28_000;

const styles: Record<StatusColor, ContainerStyle> = {
  green: "good",
  blue: "accent",
  yellow: "warning",
  orange: "warning",
  red: "attention",
  grey: "emphasis",
};

/** Connectors at `*.webhook.office.com` are retired, so these are the addresses of workflows. */
export const teams: Channel = {
  name: "teams",
  owns: ownsAddress.teams,
  body: (event) => teamsMessage(chatMessage(event)),
  // Microsoft's own sender gives up on these. A workflow that is only turned off answers 400 WorkflowTriggerIsNotEnabled:
  // https://github.com/microsoft/BCApps, codeunit 1545 "Workflow Webhook Notification"
  isGone: (status, text) =>
    status === 410 || (status === 404 && /Workflow(TriggerVersion)?NotFound/.test(text)),
  // https://learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors/how-to/connectors-using#rate-limiting-for-connectors
  minGapMs: SECOND_MS / 4,
};

interface TeamsMessage {
  type: "message";
  attachments: [
    { contentType: "application/vnd.microsoft.card.adaptive"; contentUrl: null; content: IAdaptiveCard },
  ];
}

function teamsMessage(chat: ChatMessage): TeamsMessage {
  return messageWith(
    chat,
    shorten(chat.message, MAX_BYTES, (text) => messageBytes(messageWith(chat, text))),
  );
}

function messageWith(chat: ChatMessage, message: string): TeamsMessage {
  const content: IAdaptiveCard = {
    $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
    type: "AdaptiveCard",
    version: "1.4",
    // What can't show the card makes this a TextBlock, which has links in Markdown.
    fallbackText: withoutFunctions(chat.title).replaceAll("](", "]\u200b("),
    body: cardBody(chat, message),
  };
  return {
    type: "message",
    attachments: [{ contentType: "application/vnd.microsoft.card.adaptive", contentUrl: null, content }],
  };
}

function cardBody(chat: ChatMessage, message: string): CardElementArray {
  const { title, color, status, details, components, button, context, manage } = chat;
  return [
    {
      type: "Container",
      style: styles[color],
      bleed: true,
      items: [
        line([{ ...run(title), weight: "Bolder", size: "Large" }]),
        ...(status === null ? [] : [line([{ ...run(status), weight: "Bolder" }])]),
      ],
    },
    ...details.map((detail) => line([{ ...run(detail), isSubtle: true }])),
    ...(components
      ? [
          { ...line([{ ...run(components.label), weight: "Bolder" }]), spacing: "Medium" } as const,
          ...components.names.map((name) => line([run(name)])),
        ]
      : []),
    ...message
      .split(/\n+/)
      .filter((text) => text !== "")
      .map(
        (text, index) => ({ ...line(toTextRuns(text)), spacing: index === 0 ? "Medium" : "Small" }) as const,
      ),
    {
      type: "ActionSet",
      actions: [{ type: "Action.OpenUrl", title: button.text, url: button.address }],
    },
    line([{ ...run(context), size: "Small", isSubtle: true }]),
    ...(manage ? [line([{ ...linkRun(manage), size: "Small" }])] : []),
  ];
}

/** Unlike a TextBlock, a run formats no Markdown: https://adaptivecards.io/explorer/TextRun.html */
function run(text: string): ITextRun {
  return { type: "TextRun", text: withoutFunctions(text) };
}

/** Cards replace {{DATE(…)}} and {{TIME(…)}} in any text. */
function withoutFunctions(text: string): string {
  return text.replace(/\{(?=\{)/g, "{\u200b");
}

function linkRun({ text, address }: Link): ITextRun {
  return { ...run(text), color: "Accent", selectAction: { type: "Action.OpenUrl", url: address } };
}

function toTextRuns(message: string): ITextRun[] {
  return splitAtAddresses(message).map(({ text, address }) =>
    address === undefined ? run(text) : linkRun({ text, address }),
  );
}

function line(inlines: ITextRun[]): IRichTextBlock {
  return { type: "RichTextBlock", spacing: "None", inlines };
}

/** Teams counts UTF-16. A card has too few characters of three bytes to be longer in UTF-8. */
function messageBytes(message: TeamsMessage): number {
  return 2 * JSON.stringify(message).length;
}
