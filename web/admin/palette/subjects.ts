import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { type ComponentStatus, componentStatuses } from "../../../worker/components/domain.ts";
import type { Group } from "../../../worker/components/groups/schema.ts";
import type { Component } from "../../../worker/components/schema.ts";
import type { Overview } from "../../../worker/console/schema.ts";
import type { Metric } from "../../../worker/metrics/schema.ts";
import { isOpen, isRunning, type Notice, type NoticeKind } from "../../../worker/notices/domain.ts";
import { MIN_SEARCH_CHARACTERS as MIN_ADDRESS_CHARACTERS } from "../../../worker/notify/subscribers/domain.ts";
import { componentList, groupList } from "../components/calls.ts";
import { metricList } from "../metrics/calls.ts";
import { noticeList } from "../notices/calls.ts";
import { everything } from "../notices/notice-filter.ts";
import { overviewQuery } from "../overview/calls.ts";
import { findMonths } from "./months.ts";

/** The items that commands act on. A command with no item has the subject "nothing". */
export interface SubjectLists {
  nothing: readonly ["nothing"];
  openIncident: readonly Notice[];
  proposal: Overview["proposals"];
  resolvedIncident: readonly Notice[];
  openMaintenance: readonly Notice[];
  scheduledMaintenance: readonly Notice[];
  runningMaintenance: readonly Notice[];
  component: readonly Component[];
  group: readonly Group[];
  /** Such as `2026-11`. */
  month: readonly string[];
  /** The text in the field, if it looks like an email address or the start of one. */
  address: readonly string[];
  componentStatus: readonly { component: Component; status: ComponentStatus }[];
  metric: readonly Metric[];
  selfMetric: readonly Metric[];
  /** The server finds these by their names and messages. */
  foundIncident: readonly Notice[];
  foundMaintenance: readonly Notice[];
}

export function idOf(subject: SubjectLists[keyof SubjectLists][number]): string {
  if (typeof subject === "string") return subject;
  if ("proposalID" in subject) return subject.proposalID;
  if ("noticeID" in subject) return subject.noticeID;
  if ("component" in subject) return `${subject.component.componentID} ${subject.status}`;
  if ("groupID" in subject && !("componentID" in subject)) return subject.groupID;
  return "componentID" in subject ? subject.componentID : subject.metricID;
}

const MIN_SEARCH_CHARACTERS = 2;
const MAX_FOUND = 5;

export function useSubjects(search: string): SubjectLists & { isLoading: boolean } {
  const q = search.trim().replace(/^(incident|maintenance)s?( show)?(?:\s+|$)/i, "");
  const components = useQuery(componentList);
  const groups = useQuery(groupList);
  const metrics = useQuery(metricList);
  const incidents = useInfiniteQuery(noticeList("incident", { ...everything, show: "open" }));
  const resolved = useInfiniteQuery(noticeList("incident", { ...everything, show: "over" }));
  const maintenances = useInfiniteQuery(noticeList("maintenance", { ...everything, show: "open" }));
  const overview = useQuery(overviewQuery);
  const openIncidents = loadedNotices(incidents);
  const openMaintenances = loadedNotices(maintenances);
  const foundIncidents = useFound("incident", q);
  const foundMaintenances = useFound("maintenance", q);
  return {
    nothing: ["nothing"],
    openIncident: openIncidents,
    proposal: overview.data?.proposals ?? [],
    resolvedIncident: loadedNotices(resolved),
    openMaintenance: openMaintenances,
    scheduledMaintenance: openMaintenances.filter(({ status }) => status === "Scheduled"),
    runningMaintenance: openMaintenances.filter(({ status }) => isRunning(status)),
    component: components.data ?? [],
    group: groups.data ?? [],
    month: findMonths(search, new Date()),
    address: findAddresses(search),
    componentStatus: (components.data ?? []).flatMap((component) =>
      componentStatuses.map((status) => ({ component, status })),
    ),
    metric: metrics.data ?? [],
    selfMetric: (metrics.data ?? []).filter(({ type }) => type === "Self"),
    foundIncident: foundIncidents.notices,
    foundMaintenance: foundMaintenances.notices,
    isLoading:
      [components, groups, metrics, incidents, maintenances].some(
        ({ isPending, isError }) => isPending && !isError,
      ) ||
      foundIncidents.isLoading ||
      foundMaintenances.isLoading,
  };
}

/** @returns the words with an @ that are long enough to be searched for */
function findAddresses(search: string): string[] {
  const words = search.trim().split(/\s+/);
  return words.filter((word) => word.includes("@") && word.length >= MIN_ADDRESS_CHARACTERS);
}

/** Email addresses aren't searched for, because the search is in the address of the request, and others log that. */
function useFound(kind: NoticeKind, q: string) {
  const enabled = q.length >= MIN_SEARCH_CHARACTERS && !q.includes("@");
  const query = useInfiniteQuery({ ...noticeList(kind, { ...everything, q }), enabled });
  return {
    notices: enabled ? openFirst(loadedNotices(query)).slice(0, MAX_FOUND) : [],
    isLoading: query.isLoading && !query.isError,
  };
}

function openFirst(notices: Notice[]): Notice[] {
  return notices.toSorted((a, b) => Number(isOpen(b)) - Number(isOpen(a)));
}

function loadedNotices({ data }: { data: { pages: { notices: Notice[] }[] } | undefined }): Notice[] {
  return data?.pages.flatMap(({ notices }) => notices) ?? [];
}
