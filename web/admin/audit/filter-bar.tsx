import { entityNames } from "../../../worker/entities/domain.ts";
import { auditActions, auditKinds, MAX_ACTOR_NAME_CHARACTERS } from "../../../worker/writes/audit/domain.ts";
import { DateField } from "../../ui/fields/date-field.tsx";
import { SelectField } from "../../ui/fields/select-field.tsx";
import { SearchField } from "../lists/search-field.tsx";
import type { useAuditFilter } from "./audit-filter.ts";
import { actionTitles } from "./texts.ts";

export function FilterBar({ filter, type, narrow }: ReturnType<typeof useAuditFilter>) {
  return (
    <search aria-label="Find in the audit log" className="audit-filters">
      <div>
        <span aria-hidden="true" className="font-medium">
          Who
        </span>
        <SearchField
          label="Find by name or email address"
          maxCharacters={MAX_ACTOR_NAME_CHARACTERS}
          value={filter.actor}
          onChange={(actor) => type({ actor })}
        />
      </div>
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
    </search>
  );
}
