import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { StoredSourceID } from "../../../../worker/alerts/domain.ts";
import { adoptStyles } from "../../../ui/adopt-styles.ts";
import { Card } from "../../../ui/card.tsx";
import { EmptyList } from "../../../ui/empty-list.tsx";
import { SelectField } from "../../../ui/fields/select-field.tsx";
import { LoadError } from "../../../ui/load-error.tsx";
import { OlderButton } from "../../lists/older-button.tsx";
import { useNow } from "../../times/now.ts";
import styles from "./automation.css?inline";
import { receivedList } from "./calls.ts";
import { SilentSources } from "./heartbeats/silent-sources.tsx";
import type { ChoosePaths } from "./paths/reading.tsx";
import { ReceivedRow } from "./received-row.tsx";
import { sourceChoices, sourceName } from "./received-texts.ts";
import type { RuleDraft } from "./rule-draft.ts";

adoptStyles(styles);

interface ReceivedCardProps {
  onMakeRule: (example: Partial<RuleDraft>) => void;
  onChoosePaths: ChoosePaths;
}

export function ReceivedCard({ onMakeRule, onChoosePaths }: ReceivedCardProps) {
  const now = useNow();
  const [source, setSource] = useState<StoredSourceID | "">("");
  const load = useInfiniteQuery(receivedList(source || undefined));
  const rows = load.data?.pages.flat();
  const isEmpty = rows?.length === 0;
  return (
    <Card
      id="received-alerts"
      title="Received alerts"
      sentence="Those of the last 30 days. Secrets and addresses are left out of what is shown."
      action={
        !(isEmpty && source === "") && (
          <SelectField
            label="Source"
            labelHidden
            isFilter
            value={source}
            choices={sourceChoices}
            nameOf={sourceName}
            onChange={setSource}
          />
        )
      }
    >
      <LoadError load={load} />
      <SilentSources now={now} />
      {isEmpty && (
        <EmptyList>
          {source === "" ? "No alerts yet" : `No alerts from ${sourceName(source)} in 30 days`}
        </EmptyList>
      )}
      {rows && !isEmpty && (
        <ul aria-label="Received alerts" className="divide-y divide-line rounded-lg border border-line">
          {rows.map((received) => (
            <ReceivedRow
              key={received.id}
              received={received}
              now={now}
              onMakeRule={onMakeRule}
              onChoosePaths={onChoosePaths}
            />
          ))}
        </ul>
      )}
      <OlderButton list={load} />
    </Card>
  );
}
