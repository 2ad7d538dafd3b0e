import { useState } from "react";
import type { SubscriberRecord } from "../../../worker/notify/subscribers/schema.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/fields/text-field.tsx";
import { FormCard } from "../../ui/form-card.tsx";
import { useAction } from "../action.ts";
import { download } from "../api/download.ts";
import { useNewDraft } from "../drafts/draft.ts";
import { formatDateTime } from "../times/dates.ts";
import { findSubscriber } from "./calls.ts";
import { EraseDialog } from "./erase-dialog.tsx";

export function FindSubscriber() {
  const { draft, edit, save, restored } = useNewDraft("find-subscriber", { address: "" });
  const { address } = draft;
  const [asksToErase, setAsksToErase] = useState(false);
  const findAction = useAction({
    title: "Find subscriber",
    mutationFn: () => save(() => findSubscriber(address)),
  });
  const [erased, setErased] = useState("");
  const { emailAddress = "", subscriber } = findAction.data ?? {};

  function onErased(address: string) {
    setErased(address);
    findAction.reset();
    setAsksToErase(false);
  }

  return (
    <>
      <FormCard
        action="Find"
        busy={findAction.isPending}
        saved={erased !== "" && `Erased ${erased}`}
        error={findAction.error}
        restored={restored}
        onSubmit={() => {
          setErased("");
          findAction.mutate();
        }}
      >
        <TextField
          label="Find subscriber"
          hint="Show, export or erase what is stored about an email address, or about a webhook's or chat's address."
          required="An address is required."
          value={address}
          onChange={(typed) => edit({ address: typed })}
        />
        {subscriber === null && <p>Nothing is stored about {emailAddress}.</p>}
        {subscriber && <FoundSubscriber subscriber={subscriber} onErase={() => setAsksToErase(true)} />}
      </FormCard>
      {asksToErase && (
        <EraseDialog emailAddress={emailAddress} onErased={onErased} onClose={() => setAsksToErase(false)} />
      )}
    </>
  );
}

interface FoundSubscriberProps {
  subscriber: SubscriberRecord;
  onErase: () => void;
}

function FoundSubscriber({ subscriber, onErase }: FoundSubscriberProps) {
  return (
    <div className="grid gap-3">
      <ul className="[overflow-wrap:anywhere]">
        {subscriberDetails(subscriber).map((detail) => (
          <li key={detail}>{detail}</li>
        ))}
      </ul>
      <div className="flex gap-2">
        <Button onClick={() => download(new Blob([JSON.stringify(subscriber, null, 2)]), "subscriber.json")}>
          Export
        </Button>
        <Button onClick={onErase}>Erase</Button>
      </div>
    </div>
  );
}

const reasons = {
  left: "unsubscribed",
  declined: "declined to confirm",
  bounce: "email bounced",
  complaint: "reported as spam",
  erased: "erased",
};

const reminderTexts = { day: "a day before", hour: "an hour before" };

function subscriberDetails(subscriber: SubscriberRecord): string[] {
  const {
    state,
    endedReason,
    endedAt,
    everything,
    components,
    groups,
    notices,
    reminders,
    requestedAt,
    confirmedAt,
    deliveries,
  } = subscriber;
  const reason = endedReason && `${reasons[endedReason]} ${endedAt ? formatDateTime(endedAt) : ""}`;
  if (state === "ended") return [`Not subscribed: ${reason}`, "The address itself is not stored."];
  const about = everything
    ? "everything"
    : [...groups, ...components, ...notices].map(({ name }) => name).join(", ") || "nothing";
  const failed = deliveries.filter((delivery) => delivery.state === "failed").length;
  return [
    confirmedAt ? `Subscribed, confirmed ${formatDateTime(confirmedAt)}` : "Not confirmed yet",
    `Requested ${formatDateTime(requestedAt)}`,
    `Gets updates about ${about}`,
    ...(reminders.length > 0
      ? [`Reminders of maintenances: ${reminders.map((reminder) => reminderTexts[reminder]).join(" and ")}`]
      : []),
    `Language ${subscriber.language}, time zone ${subscriber.timeZone}`,
    `Emails in the last 90 days: ${deliveries.length}, failed: ${failed}`,
    ...(reason ? [`Before: ${reason}`] : []),
  ];
}
