import { useLocation, useSearch } from "wouter";
import { useHistoryState } from "wouter/use-browser-location";
import { channelTitles } from "../../../worker/notify/chat/domain.ts";
import { listedStates } from "../../../worker/notify/subscribers/domain.ts";
import { type SearchState, toSearchState } from "./search-state.ts";
import type { Filter } from "./subscriber-filter.tsx";

const channels = Object.keys(channelTitles) as (keyof typeof channelTitles)[]; // of a constant object

/** The filter survives a reload and Back. Its choices are in the address, and what is searched for is beside it. */
export function useSubscriberFilter(): [Filter, (filter: Filter) => void] {
  const [, navigate] = useLocation();
  const address = new URLSearchParams(useSearch());
  const { subscriberSearch = "" }: SearchState = useHistoryState() ?? {};
  const filter: Filter = {
    search: subscriberSearch,
    channel: channels.find((channel) => channel === address.get("channel")) ?? "all",
    state: listedStates.find((state) => state === address.get("state")) ?? "all",
  };
  function change({ search, channel, state }: Filter): void {
    const fields = Object.entries({ channel, state }).filter(([, value]) => value !== "all");
    const path = `/subscribers${fields.length > 0 ? `?${new URLSearchParams(fields)}` : ""}`;
    // Typing replaces the entry of the history, so Back doesn't remove single letters.
    navigate(path, { replace: search !== filter.search, state: toSearchState(search) });
  }
  return [filter, change];
}
