import { type ChannelName, channelTitles } from "../../../worker/notify/chat/domain.ts";
import {
  type ListedState,
  listedStates,
  MAX_ENTERED_ADDRESS_CHARACTERS,
  MIN_SEARCH_CHARACTERS,
} from "../../../worker/notify/subscribers/domain.ts";
import type { SubscriberCounts } from "../../../worker/notify/subscribers/schema.ts";
import { SelectField } from "../../ui/fields/select-field.tsx";
import { SearchField } from "../lists/search-field.tsx";

export interface Filter {
  search: string;
  channel: ChannelName | "all";
  state: ListedState | "all";
}

interface SubscriberFilterProps {
  filter: Filter;
  counts: SubscriberCounts["channels"] | undefined;
  onChange: (filter: Filter) => void;
}

const states = ["all", ...listedStates] as const;
const stateNames = { all: "Confirmed or not", confirmed: "Confirmed", unconfirmed: "Not confirmed" };

export function SubscriberFilter({ filter, counts = [], onChange }: SubscriberFilterProps) {
  const { search, channel, state } = filter;
  const part = search.trim();
  return (
    <div className="grid gap-3">
      <div className="filters">
        <SearchField
          label="Part of an email address, or any whole address"
          maxCharacters={MAX_ENTERED_ADDRESS_CHARACTERS}
          value={search}
          onChange={(text) => onChange({ ...filter, search: text })}
        />
        <SelectField
          label="State"
          labelHidden
          isFilter
          value={state}
          choices={states}
          nameOf={(each) => stateNames[each]}
          onChange={(chosen) => onChange({ ...filter, state: chosen })}
        />
      </div>
      {part !== "" && part.length < MIN_SEARCH_CHARACTERS && (
        <p role="status" className="text-muted">
          Type {MIN_SEARCH_CHARACTERS} characters to search.
        </p>
      )}
      {counts.length > 1 && (
        <ChannelButtons
          counts={counts}
          value={channel}
          onChange={(chosen) => onChange({ ...filter, channel: chosen })}
        />
      )}
    </div>
  );
}

interface ChannelButtonsProps {
  counts: SubscriberCounts["channels"];
  value: Filter["channel"];
  onChange: (channel: Filter["channel"]) => void;
}

function ChannelButtons({ counts, value, onChange }: ChannelButtonsProps) {
  const choices = [
    { channel: "all" as const, title: "All", count: counts.reduce((sum, each) => sum + stored(each), 0) },
    ...counts.map((each) => ({
      channel: each.channel,
      title: channelTitles[each.channel].title,
      count: stored(each),
    })),
  ];
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset needs a legend, and its buttons are no fields
    <div role="group" aria-label="Kind" className="flex flex-wrap gap-1.5">
      {choices.map(({ channel, title, count }) => (
        <button
          key={channel}
          type="button"
          aria-pressed={channel === value}
          onClick={() => onChange(channel)}
          className="inline-flex min-h-8 items-center gap-1.5 rounded-full border border-line bg-surface px-3 text-muted transition-colors hover:bg-hover hover:text-ink aria-pressed:border-accent-text aria-pressed:bg-accent-soft aria-pressed:text-accent-text"
        >
          <span className="font-medium">{title}</span>
          <span className="tabular-nums">{count.toLocaleString("en-US")}</span>
        </button>
      ))}
    </div>
  );
}

/** The list has only these. */
function stored({ confirmed, unconfirmed }: SubscriberCounts["channels"][number]): number {
  return confirmed + unconfirmed;
}
