import { useLocation, useSearch } from "wouter";
import type { NoticeKind } from "../../../worker/notices/domain.ts";

const shows = ["open", "over", "all"] as const;
export type Show = (typeof shows)[number];

/** The filter in the address. Everything but `show` is empty unless it narrows the list. */
export interface NoticeFilter {
  show: Show;
  q: string;
  componentID: string;
  month: string;
}

export const everything: NoticeFilter = { show: "all", q: "", componentID: "", month: "" };

export const isNarrowed = ({ q, componentID, month }: NoticeFilter) =>
  [q.trim(), componentID, month].some((value) => value !== "");

/** The filter is part of the address, so it can be shared and Back works. */
export function useNoticeFilter(kind: NoticeKind) {
  const [location, navigate] = useLocation();
  const search = useSearch();
  // The address of a new notice has values for its dialog.
  const address = new URLSearchParams(location.endsWith("/new") ? "" : search);
  const filter: NoticeFilter = {
    show: shows.find((show) => show === address.get("show")) ?? "all",
    q: address.get("q") ?? "",
    componentID: address.get("component") ?? "",
    month: address.get("month") ?? "",
  };
  const toPath = (change: Partial<NoticeFilter>) => filterPath(kind, { ...filter, ...change });
  return {
    filter,
    toPath,
    /** Typing replaces the address, so Back doesn't remove single letters. */
    search: (q: string) => navigate(toPath({ q }), { replace: true }),
    narrow: (change: Partial<NoticeFilter>) => navigate(toPath(change)),
  };
}

function filterPath(kind: NoticeKind, { show, q, componentID, month }: NoticeFilter): string {
  const address = new URLSearchParams();
  if (show !== "all") address.set("show", show);
  if (q !== "") address.set("q", q);
  if (componentID !== "") address.set("component", componentID);
  if (month !== "") address.set("month", month);
  return `/${kind}s${address.size > 0 ? `?${address}` : ""}`;
}
