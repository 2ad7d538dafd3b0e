import type { ReactNode } from "react";
import { Link } from "wouter";
import type { Metric } from "../../../worker/metrics/schema.ts";
import type { Settings } from "../../../worker/settings/schema.ts";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import type { ScreenActions } from "../components/components-screen.tsx";
import { quietClassName } from "../overview/panel-row.tsx";
import type { SetUpDialogName } from "../settings/set-up-dialogs.tsx";

interface Installation {
  openDialog: (name: SetUpDialogName) => void;
  actions: ScreenActions;
  settings: Settings;
  metrics: readonly Metric[];
  pageURL: string;
  /** Markdown. */
  badge: string;
  /** Ticks a step. */
  onDone: (id: string) => void;
}

export interface Step {
  id: string;
  title: string;
  text: string;
  /** A step without it is ticked by hand, because no data shows it. */
  isDone?: (installation: Installation) => boolean;
  /** @param isNext whether the first action is filled, because it comes next */
  actions: (installation: Installation, isNext: boolean) => ReactNode;
}

const firstVariant = (isNext: boolean) => (isNext ? "primary" : "quiet");

export const steps: readonly Step[] = [
  {
    id: "name",
    title: "Name and colors",
    text: "What visitors see first.",
    isDone: ({ settings }) => settings.serviceName !== "",
    actions: ({ openDialog }, isNext) => (
      <>
        <Button variant={firstVariant(isNext)} onClick={() => openDialog("name")}>
          Name your page
        </Button>
        <StepLink href="/settings?tab=design#look">Colors</StepLink>
      </>
    ),
  },
  {
    id: "components",
    title: "Components",
    text: "What can fail on its own. Paste a list, or add them one by one.",
    isDone: ({ actions }) => actions.components.length > 0,
    actions: ({ actions: { onOpen } }, isNext) => (
      <>
        <Button variant={firstVariant(isNext)} onClick={() => onOpen({ dialog: "paste" })}>
          Paste a list
        </Button>
        <Button variant="quiet" onClick={() => onOpen({ dialog: "add" })}>
          Add one
        </Button>
      </>
    ),
  },
  {
    id: "subscribe",
    title: "Let people subscribe",
    text: "By email, webhook, chat and browser. All of them are off to begin with.",
    isDone: canFollow,
    actions: (installation, isNext) => (
      <Button variant={firstVariant(isNext)} onClick={() => installation.openDialog("follow")}>
        {canFollow(installation) ? "Change" : "Turn on"}
      </Button>
    ),
  },
  {
    id: "test",
    title: "Send yourself a test",
    text: "The email that your subscribers get. Your own address is filled in.",
    actions: ({ openDialog }, isNext) => (
      <Button variant={firstVariant(isNext)} onClick={() => openDialog("test")}>
        Send
      </Button>
    ),
  },
  {
    id: "metric",
    title: "First metric or key",
    text: "A graph on the page, or a key for your scripts.",
    isDone: ({ metrics, settings }) => metrics.length > 0 || settings.apiKeys.length > 0,
    actions: (_, isNext) => (
      <>
        <StepLink href="/metrics?add=Self" isNext={isNext}>
          Metric
        </StepLink>
        <StepLink href="/settings#api-keys">Key</StepLink>
      </>
    ),
  },
  {
    id: "colleague",
    title: "Invite a colleague",
    text: "So that someone is there when you aren't.",
    actions: (_, isNext) => (
      <StepLink href="/users" isNext={isNext}>
        Invite
      </StepLink>
    ),
  },
  {
    id: "address",
    title: "Share it",
    text: "Link to it from your site, and put the badge into your README.",
    actions: ({ pageURL, badge, onDone }, isNext) => (
      <>
        <CopyButton text={pageURL} variant={firstVariant(isNext)} onCopied={() => onDone("address")}>
          Copy address
        </CopyButton>
        <CopyButton text={badge} variant="quiet" onCopied={() => onDone("address")}>
          Copy badge
        </CopyButton>
      </>
    ),
  },
];

function canFollow({ settings }: Installation): boolean {
  return settings.emailNotification.enable || settings.endpointsEnabled;
}

const nextClassName =
  "inline-flex min-h-9 shrink-0 items-center justify-center rounded-lg bg-accent px-3 font-medium whitespace-nowrap text-on-accent";

interface StepLinkProps {
  href: string;
  isNext?: boolean;
  children: string;
}

function StepLink({ href, isNext = false, children }: StepLinkProps) {
  const className = isNext ? nextClassName : quietClassName;
  return (
    <Link href={href} className={`${className} pointer-coarse:min-h-11`}>
      {children}
    </Link>
  );
}
