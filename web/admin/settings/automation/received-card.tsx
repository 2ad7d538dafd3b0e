import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { MAX_ALERT_SEARCH_CHARACTERS, type StoredSourceID } from "../../../../worker/alerts/domain.ts";
import { adoptStyles } from "../../../ui/adopt-styles.ts";
import { Card } from "../../../ui/card.tsx";
import { EmptyList } from "../../../ui/empty-list.tsx";
import { SelectField } from "../../../ui/fields/select-field.tsx";
import { LoadError } from "../../../ui/load-error.tsx";
import { OlderButton } from "../../lists/older-button.tsx";
import { SearchField } from "../../lists/search-field.tsx";
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
  const [text, setText] = useState("");
  const q = text.trim();
  const load = useInfiniteQuery({
    ...receivedList(source || undefined, q),
    placeholderData: keepPreviousData,
  });
  const rows = load.data?.pages.flat();
  const isEmpty = rows?.length === 0;
  return (
    <Card
      id="received-alerts"
      title="Received alerts"
      sentence="Those of the last 30 days. Secrets and addresses are left out of what is shown."
    >
      {(q !== "" || source !== "" || (rows && !isEmpty)) && (
        <div className="received-filter">
          <SearchField
            label="Find an alert"
            maxCharacters={MAX_ALERT_SEARCH_CHARACTERS}
            value={text}
            onChange={setText}
          />
          <SelectField
            label="Source"
            labelHidden
            isFilter
            value={source}
            choices={sourceChoices}
            nameOf={sourceName}
            onChange={setSource}
          />
        </div>
      )}
      <LoadError load={load} />
      <SilentSources now={now} />
      {load.isPending && <EmptyList />}
      {isEmpty && <EmptyList>{emptyText(source, q)}</EmptyList>}
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

function emptyText(source: StoredSourceID | "", q: string): string {
  if (q !== "") return `No alert with “${q}” in 30 days`;
  return source === "" ? "No alerts yet" : `No alerts from ${sourceName(source)} in 30 days`;
}
