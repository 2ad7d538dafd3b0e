import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import { channelTitles } from "../../../worker/notify/chat/domain.ts";
import type { SubscriberQuery } from "../../../worker/notify/subscribers/schema.ts";
import { adoptStyles } from "../../ui/adopt-styles.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorArea } from "../../ui/error-area.tsx";
import { MoreIcon } from "../../ui/icons/icons.tsx";
import { Menu, menuItemClass } from "../../ui/menu.tsx";
import { useAction } from "../action.ts";
import { download } from "../api/download.ts";
import { ChannelIcon } from "../channels/channel-icon.tsx";
import records from "../lists/records.css?inline";
import { RowPlaceholders } from "../lists/row-placeholders.tsx";
import { formatDateTime } from "../times/dates.ts";
import { type ListedSubscriber, readSubscriber } from "./calls.ts";
import { addressText, getsText, stateText } from "./subscriber-texts.ts";

adoptStyles(records);

interface SubscriberTableProps {
  list: Pick<
    UseInfiniteQueryResult,
    "hasNextPage" | "isFetchingNextPage" | "fetchNextPage" | "isPlaceholderData" | "isFetching"
  >;
  query: SubscriberQuery;
  subscribers: readonly ListedSubscriber[] | undefined;
  onErase: (subscriber: ListedSubscriber) => void;
}

export function SubscriberTable({ list, query, subscribers, onErase }: SubscriberTableProps) {
  const exportAction = useExport();
  if (subscribers === undefined) return list.isFetching ? <TablePlaceholder /> : null;
  if (subscribers.length === 0 && !list.isPlaceholderData) return <NoneFound search={query.search} />;
  return (
    <>
      <ErrorArea error={exportAction.error} of="action" />
      <div
        aria-busy={list.isPlaceholderData}
        className={`@container rounded-xl border border-line bg-surface shadow-card transition-opacity ${list.isPlaceholderData ? "opacity-50" : ""}`}
      >
        <table aria-label="Subscribers" className="records subscribers">
          <thead>
            <tr>
              <th>Subscriber</th>
              <th>Gets</th>
              <th>Last sent</th>
              <th>
                <span className="sr-only">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {subscribers.map((subscriber) => (
              <Row
                key={subscriber.subscriberID}
                subscriber={subscriber}
                onErase={() => onErase(subscriber)}
                onExport={() => exportAction.mutate(subscriber)}
              />
            ))}
          </tbody>
        </table>
      </div>
      {list.hasNextPage && (
        <Button
          className="justify-self-center"
          busy={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </>
  );
}

function TablePlaceholder() {
  return (
    <div className="rounded-xl border border-line bg-surface shadow-card">
      <RowPlaceholders />
    </div>
  );
}

function NoneFound({ search }: { search: string | undefined }) {
  return (
    <p className="rounded-xl border border-dashed border-line-strong/60 px-6 py-14 text-center text-muted [overflow-wrap:anywhere]">
      {search === undefined ? "No subscriber is like this." : `No subscriber has “${search}” in the address.`}
    </p>
  );
}

function useExport() {
  return useAction({
    title: "Export a subscriber",
    mutationFn: async ({ subscriberID }: ListedSubscriber) => {
      const record = await readSubscriber(subscriberID);
      download(new Blob([JSON.stringify(record, null, 2)], { type: "application/json" }), "subscriber.json");
    },
  });
}

const SHOWN_NAMES = 2;

interface RowProps {
  subscriber: ListedSubscriber;
  onErase: () => void;
  onExport: () => void;
}

function Row({ subscriber, onErase, onExport }: RowProps) {
  const { channel, lastDelivery } = subscriber;
  const address = addressText(subscriber);
  const state = stateText(subscriber);
  return (
    <tr>
      <td>
        <span title={channelTitles[channel].title} className="icon text-muted">
          <ChannelIcon channel={channel} />
          <span className="sr-only">{channelTitles[channel].title} </span>
        </span>
        <span className="flex min-w-0 flex-wrap items-center gap-x-3">
          <bdi className="max-w-full truncate font-semibold" title={address}>
            {address}
          </bdi>
          {state && (
            <span
              className={`shrink-0 rounded-full px-2 text-xs/5 ${state.isBad ? "bg-danger-soft text-danger-text" : "bg-hover text-muted"}`}
            >
              {state.text}
            </span>
          )}
        </span>
      </td>
      <td
        title={getsText(subscriber, Number.POSITIVE_INFINITY)}
        className="text-muted [overflow-wrap:anywhere]"
      >
        {getsText(subscriber, SHOWN_NAMES)}
      </td>
      <td>
        <LastDelivery delivery={lastDelivery} />
      </td>
      <td>
        <RowMenu label={`Actions for ${address}`} onErase={onErase} onExport={onExport} />
      </td>
    </tr>
  );
}

interface RowMenuProps {
  label: string;
  onErase: () => void;
  onExport: () => void;
}

function RowMenu({ label, onErase, onExport }: RowMenuProps) {
  const choices = [
    { name: "Export", className: "", run: onExport },
    { name: "Erase …", className: "text-danger-text", run: onErase },
  ];
  return (
    <Menu
      label={label}
      button={<MoreIcon />}
      buttonClassName="grid size-9 place-items-center rounded-lg text-muted transition-colors hover:bg-hover hover:text-ink"
    >
      {(close) =>
        choices.map(({ name, className, run }) => (
          <button
            key={name}
            type="button"
            className={`${menuItemClass} ${className}`}
            onClick={() => {
              close();
              run();
            }}
          >
            {name}
          </button>
        ))
      }
    </Menu>
  );
}

const deliveryTexts = { waiting: "Waiting", sent: "Sent", failed: "Failed", withdrawn: "Not sent" };

function LastDelivery({ delivery }: { delivery: ListedSubscriber["lastDelivery"] }) {
  if (!delivery) return <span className="text-muted">Nothing yet</span>;
  const { state, createdAt, error } = delivery;
  return (
    <span
      title={error || undefined}
      className={`whitespace-nowrap ${state === "failed" ? "font-medium text-danger-text" : "text-muted"}`}
    >
      {state !== "sent" && `${deliveryTexts[state]} · `}
      <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>
    </span>
  );
}
