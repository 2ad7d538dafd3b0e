import { useQuery } from "@tanstack/react-query";
import { StatusShape } from "../../../../ui/icons/status-icon.tsx";
import { formatAge } from "../../../times/dates.ts";
import { sourceName } from "../received-texts.ts";
import { heartbeatList } from "./calls.ts";

/** Who looks for an alert that isn't listed learns here that its source has sent nothing. */
export function SilentSources({ now }: { now: number }) {
  const { data = [] } = useQuery(heartbeatList);
  const silent = data.filter(({ source, isMissing }) => source && isMissing);
  if (silent.length === 0) return null;
  return (
    <ul aria-label="Silent sources" className="grid gap-1">
      {silent.map(({ heartbeatID, name, source, lastBeatAt }) => (
        <li key={heartbeatID} className="flex min-w-0 gap-2 [overflow-wrap:anywhere]">
          <StatusShape color="red" />
          <span className="min-w-0">
            <bdi className="font-medium">{name}</bdi> is silent: the last message from{" "}
            {sourceName(source ?? "")} came {lastBeatAt && formatAge(lastBeatAt, now)}.
          </span>
        </li>
      ))}
    </ul>
  );
}
