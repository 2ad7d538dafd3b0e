import type { ReactNode } from "react";
import { Link } from "wouter";
import type { Metric } from "../../../worker/metrics/schema.ts";
import type { Settings } from "../../../worker/settings/schema.ts";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import type { ScreenActions } from "../components/components-screen.tsx";
import { remedyClassName } from "../overview/check-line.tsx";
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
  actions: (installation: Installation) => ReactNode;
}

export const steps: readonly Step[] = [
  {
    id: "name",
    title: "Name and colors",
    text: "What visitors see first.",
    isDone: ({ settings }) => settings.serviceName !== "",
    actions: ({ openDialog }) => (
      <>
        <Button variant="quiet" onClick={() => openDialog("name")}>
          Name
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
    actions: ({ actions: { onOpen } }) => (
      <>
        <Button variant="quiet" onClick={() => onOpen({ dialog: "paste" })}>
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
    actions: (installation) => (
      <Button variant="quiet" onClick={() => installation.openDialog("follow")}>
        {canFollow(installation) ? "Change" : "Turn on"}
      </Button>
    ),
  },
  {
    id: "test",
    title: "Send yourself a test",
    text: "The email that your subscribers get. Your own address is filled in.",
    actions: ({ openDialog }) => (
      <Button variant="quiet" onClick={() => openDialog("test")}>
        Send
      </Button>
    ),
  },
  {
    id: "metric",
    title: "First metric or key",
    text: "A graph on the page, or a key for your scripts.",
    isDone: ({ metrics, settings }) => metrics.length > 0 || settings.apiKeys.length > 0,
    actions: () => (
      <>
        <StepLink href="/metrics?add">Metric</StepLink>
        <StepLink href="/settings#api-keys">Key</StepLink>
      </>
    ),
  },
  {
    id: "colleague",
    title: "Invite a colleague",
    text: "So that someone is there when you aren't.",
    actions: () => <StepLink href="/users">Invite</StepLink>,
  },
  {
    id: "address",
    title: "Share it",
    text: "Link to it from your site, and put the badge into your README.",
    actions: ({ pageURL, badge, onDone }) => (
      <>
        <CopyButton text={pageURL} variant="quiet" onCopied={() => onDone("address")}>
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

function StepLink({ href, children }: { href: string; children: string }) {
  return (
    <Link href={href} className={`${remedyClassName} pointer-coarse:min-h-11`}>
      {children}
    </Link>
  );
}
