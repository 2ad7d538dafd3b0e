import { useState } from "react";
import { entityNames } from "../../../worker/entities/domain.ts";
import { auditActions, auditKinds, MAX_ACTOR_NAME_CHARACTERS } from "../../../worker/writes/audit/domain.ts";
import { Button } from "../../ui/button.tsx";
import { DateField } from "../../ui/fields/date-field.tsx";
import { SelectField } from "../../ui/fields/select-field.tsx";
import { useIsNarrower } from "../../ui/narrow.ts";
import { SearchField } from "../lists/search-field.tsx";
import type { useAuditFilter } from "./audit-filter.ts";
import { actionTitles } from "./texts.ts";

type FilterBarProps = ReturnType<typeof useAuditFilter>;

/** The fields stand beside each other from this width on. */
const ONE_LINE_REM = 64;

/** In a narrower window, the fields that are needed less often are folded, so that the entries begin further up. */
export function FilterBar(filtering: FilterBarProps) {
  const { filter, type } = filtering;
  const isNarrow = useIsNarrower(ONE_LINE_REM);
  const [isOpen, setIsOpen] = useState(false);
  const active = [filter.kind, filter.action, filter.from, filter.to].filter((value) => value !== "").length;
  return (
    <search aria-label="Find in the audit log" className="audit-filters">
      <div>
        <span aria-hidden="true" className="font-medium">
          Who
        </span>
        <SearchField
          label="Find by name or email address"
          placeholder="Name or email address"
          maxCharacters={MAX_ACTOR_NAME_CHARACTERS}
          value={filter.actor}
          onChange={(actor) => type({ actor })}
        />
      </div>
      {isNarrow && (
        <Button aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {active > 0 ? `Filter (${active})` : "Filter"}
        </Button>
      )}
      {(isOpen || !isNarrow) && <OtherFields {...filtering} />}
    </search>
  );
}

function OtherFields({ filter, type, narrow }: FilterBarProps) {
  return (
    <>
      <SelectField
        label="Kind"
        value={filter.kind}
        choices={["", ...auditKinds]}
        nameOf={(kind) => (kind === "" ? "All kinds" : entityNames[kind].title)}
        onChange={(kind) => narrow({ kind })}
      />
      <SelectField
        label="Action"
        value={filter.action}
        choices={["", ...auditActions]}
        nameOf={(action) => (action === "" ? "All actions" : actionTitles[action])}
        onChange={(action) => narrow({ action })}
      />
      <fieldset>
        <legend className="mb-1.5 font-medium">First day</legend>
        <DateField of="First day" value={filter.from} onChange={(from) => type({ from })} />
      </fieldset>
      <fieldset>
        <legend className="mb-1.5 font-medium">Last day</legend>
        <DateField of="Last day" value={filter.to} onChange={(to) => type({ to })} />
      </fieldset>
    </>
  );
}
