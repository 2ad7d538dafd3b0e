import { useId, useState } from "react";
import type { ReceivedAlerts } from "../../../../worker/alerts/received/schema.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { ExternalLink } from "../../../ui/external-link.tsx";
import { FoldIcon } from "../../../ui/icons/fold-icon.tsx";
import { StatusShape } from "../../../ui/icons/status-icon.tsx";
import { formatAge, formatDateTime } from "../../times/dates.ts";
import { type ChoosePaths, Reading } from "./paths/reading.tsx";
import {
  bodyText,
  countFiring,
  isUnread,
  lastStates,
  messageTitle,
  ruleText,
  senderText,
  stateText,
} from "./received-texts.ts";
import { type RuleDraft, ruleFor } from "./rule-draft.ts";

interface ReceivedRowProps {
  received: ReceivedAlerts;
  now: number;
  onMakeRule: (example: Partial<RuleDraft>) => void;
  onChoosePaths: ChoosePaths;
}

export function ReceivedRow({ received, now, onMakeRule, onChoosePaths }: ReceivedRowProps) {
  const { source, keyName, receivedAt, body } = received;
  const alerts = lastStates(received.alerts);
  // A storm can have a thousand in one message, of which the API lists the first ones.
  const hiddenCount = received.alertCount - received.alerts.length;
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const title = messageTitle(received);
  const color = alerts.length === 0 ? "grey" : countFiring(alerts) > 0 ? "red" : "green";
  return (
    <li className="alert-row received-row">
      <div className="flex min-w-0 gap-2 [overflow-wrap:anywhere]">
        <StatusShape color={color} />
        <div className="grid min-w-0">
          <p className="font-medium">
            <bdi>{title}</bdi>
          </p>
          <p className="text-muted">
            {isUnread(received) ? "Not read yet" : stateText(alerts)} · {senderText(received)} ·{" "}
            <time dateTime={receivedAt} title={formatDateTime(receivedAt)}>
              {formatAge(receivedAt, now)}
            </time>
            {alerts.length > 0 && ` · ${ruleText(alerts)}`}
          </p>
        </div>
      </div>
      <IconButton
        tip="Details"
        label={`Details of ${title}`}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        className="row-opener"
        onClick={() => setIsOpen(!isOpen)}
      >
        <FoldIcon isOpen={isOpen} />
      </IconButton>
      {isOpen && (
        <div id={id} className="details">
          {alerts.map((alert) => (
            <AlertDetails
              key={`${alert.key} ${alert.state}`}
              alert={alert}
              isOnly={alerts.length === 1}
              onMakeRule={() => onMakeRule(ruleFor(source, alert))}
            />
          ))}
          {hiddenCount > 0 && <p className="text-muted">{hiddenCount} more in the same message.</p>}
          {source === "generic" && <Reading received={received} onChoosePaths={onChoosePaths} />}
          <Body text={bodyText(body)} keyName={keyName} />
        </div>
      )}
    </li>
  );
}

interface AlertDetailsProps {
  alert: ReceivedAlerts["alerts"][number];
  isOnly: boolean;
  onMakeRule: () => void;
}

function AlertDetails({ alert, isOnly, onMakeRule }: AlertDetailsProps) {
  const { title, state, labels, link, at } = alert;
  const began = state === "firing" ? "Began" : "Ended";
  return (
    <div className="grid justify-items-start gap-2">
      {!isOnly && (
        <p className="[overflow-wrap:anywhere]">
          <bdi className="font-semibold">{title}</bdi>{" "}
          <span className="text-muted">{state === "firing" ? "Firing" : "Resolved"}</span>
        </p>
      )}
      {at && (
        <p className="text-muted">
          {began} {formatDateTime(at)}
        </p>
      )}
      {Object.keys(labels).length > 0 && (
        <ul aria-label={`Labels of ${title}`} className="alert-labels">
          {Object.entries(labels).map(([name, value]) => (
            <li key={name}>
              {name} = {value}
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button aria-label={`Make a rule of this: ${title}`} onClick={onMakeRule}>
          Make a rule of this
        </Button>
        {link && <ExternalLink href={link}>Open at the sender</ExternalLink>}
      </div>
    </div>
  );
}

function Body({ text, keyName }: { text: string; keyName: string }) {
  return (
    <div className="grid min-w-0 gap-1.5">
      <p className="text-muted">What was sent{keyName && ` with the key “${keyName}”`}, shortened:</p>
      <pre
        // It scrolls, so it has to be reached by keyboard.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: as said
        tabIndex={0}
        className="alert-body rounded-lg border border-line bg-canvas p-3 font-mono text-[13px]/5"
      >
        {text}
      </pre>
    </div>
  );
}
