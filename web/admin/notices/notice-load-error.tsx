import type { UseQueryResult } from "@tanstack/react-query";
import { LoadError } from "../../ui/load-error.tsx";
import { APIError } from "../api/api.ts";

const NOT_FOUND = 404;

export function isGone({ error }: UseQueryResult): boolean {
  return error instanceof APIError && error.status === NOT_FOUND;
}

export function NoticeLoadError({ load }: { load: UseQueryResult }) {
  return load.data === undefined && isGone(load) ? (
    <p>Nothing is at this address. It may have been deleted.</p>
  ) : (
    <LoadError load={load} />
  );
}
