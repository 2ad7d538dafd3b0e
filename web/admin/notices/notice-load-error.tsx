import type { UseQueryResult } from "@tanstack/react-query";
import { LoadError } from "../../ui/load-error.tsx";
import { isNotFound } from "../api/error-status.ts";

export function NoticeLoadError({ load }: { load: UseQueryResult }) {
  return load.data === undefined && isNotFound(load.error) ? (
    <p>Nothing is at this address. It may have been deleted.</p>
  ) : (
    <LoadError load={load} />
  );
}
