import { useState } from "react";
import { useIsPhone } from "../../ui/narrow.ts";
import { CheckLine } from "./check-line.tsx";
import { type Check, isAboutIncident } from "./checks.ts";
import { IncidentRow } from "./incident-row.tsx";
import { MoreButton, rowsClassName } from "./panel-row.tsx";

const MAX_SHOWN = 3;
/** A check takes two or three lines on a phone. */
const MAX_SHOWN_ON_PHONE = 1;

interface CheckListProps {
  checks: readonly Check[];
  now: number;
  /** The panel folds the list, which then has no second fold. */
  isWhole: boolean;
}

export function CheckList({ checks, now, isWhole }: CheckListProps) {
  const [showsAll, setShowsAll] = useState(false);
  const maxFolded = useIsPhone() ? MAX_SHOWN_ON_PHONE : MAX_SHOWN;
  const maxShown = isWhole ? checks.length : maxFolded;
  const hidden = checks.length - maxShown;
  const need = hidden === 1 ? "needs" : "need";
  const about = checks.slice(maxShown).every(isAboutIncident) ? `${need} an update` : "to check";
  if (checks.length === 0) return null;
  return (
    <>
      <ul aria-label="To check" className={rowsClassName}>
        {(showsAll ? checks : checks.slice(0, maxShown)).map((check) =>
          "incident" in check ? (
            <IncidentRow key={check.id} {...check} now={now} />
          ) : (
            <CheckLine key={check.id} check={check} />
          ),
        )}
      </ul>
      {hidden > 0 && (
        <MoreButton isOpen={showsAll} onToggle={setShowsAll}>
          {`${hidden} more ${about}`}
        </MoreButton>
      )}
    </>
  );
}
