import type { UseQueryResult } from "@tanstack/react-query";
import { LoadError } from "../../ui/load-error.tsx";
import { APIError } from "../api.ts";

const NOT_FOUND = 404;

export function NoticeLoadError({ load }: { load: UseQueryResult }) {
  const { data, error } = load;
  const isUnknown = data === undefined && error instanceof APIError && error.status === NOT_FOUND;
  return isUnknown ? <p>Nothing is at this address. It may have been deleted.</p> : <LoadError load={load} />;
}
