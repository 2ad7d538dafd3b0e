import { useQuery } from "@tanstack/react-query";
import { LoadError } from "../../../ui/load-error.tsx";
import { componentList } from "../../components/calls.ts";
import type { NoticeFromAddress } from "./from-address.ts";

export function AddressProblems({ problems, unread }: Pick<NoticeFromAddress, "problems" | "unread">) {
  return (
    <>
      {problems.length > 0 && (
        <div role="status" className={noteClass}>
          <p className="font-medium">Parts of the link can't be used:</p>
          <ul className="list-disc pl-4.5">
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </div>
      )}
      {unread.length > 0 && <UnreadComponents names={unread} />}
    </>
  );
}

function UnreadComponents({ names }: { names: readonly string[] }) {
  const load = useQuery(componentList);
  return (
    <div className="grid gap-2">
      <p role="status" className={noteClass}>
        The link's components aren't chosen yet: {names.join(", ")}
      </p>
      <LoadError load={load} />
    </div>
  );
}

const noteClass = "rounded-lg border border-accent-text/30 bg-accent-soft px-3 py-2 [overflow-wrap:anywhere]";
