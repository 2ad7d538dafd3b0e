import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { MAX_RULES } from "../../../../worker/alerts/rules/domain.ts";
import type { AlertRule } from "../../../../worker/alerts/rules/schema.ts";
import { adoptStyles } from "../../../ui/adopt-styles.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { EmptyList } from "../../../ui/empty-list.tsx";
import { FoldIcon } from "../../../ui/icons/fold-icon.tsx";
import { AddIcon, DeleteIcon, EditIcon } from "../../../ui/icons/icons.tsx";
import { LoadError } from "../../../ui/load-error.tsx";
import { formatShort } from "../../times/dates.ts";
import styles from "./automation.css?inline";
import { ruleList } from "./calls.ts";
import { labelsText, sourceName } from "./received-texts.ts";
import { RuleTargets } from "./rule-targets.tsx";

adoptStyles(styles);

interface RulesCardProps {
  onAdd: () => void;
  onEdit: (rule: AlertRule) => void;
  onDelete: (rule: AlertRule) => void;
}

export function RulesCard({ onAdd, onEdit, onDelete }: RulesCardProps) {
  const load = useQuery(ruleList);
  const { data: rules } = load;
  return (
    <Card
      id="rules"
      title="Rules"
      sentence="What an alert does to your page. Rules never overwrite what a person changed later."
      action={
        (rules?.length ?? 0) < MAX_RULES && (
          <Button onClick={onAdd}>
            <AddIcon className="-ml-1 size-4.5" />
            Add rule
          </Button>
        )
      }
    >
      <LoadError load={load} />
      {load.isPending && <EmptyList />}
      {rules?.length === 0 && <EmptyList>No rules yet: alerts are only listed below.</EmptyList>}
      {rules && rules.length > 0 && (
        <ul aria-label="Rules" className="divide-y divide-line rounded-lg border border-line">
          {rules.map((rule) => (
            <RuleRow
              key={rule.ruleID}
              rule={rule}
              onEdit={() => onEdit(rule)}
              onDelete={() => onDelete(rule)}
            />
          ))}
        </ul>
      )}
    </Card>
  );
}

interface RuleRowProps {
  rule: AlertRule;
  onEdit: () => void;
  onDelete: () => void;
}

function RuleRow({ rule, onEdit, onDelete }: RuleRowProps) {
  const { name, source, labels, firing, log } = rule;
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const [last] = log;
  return (
    <li className="alert-row">
      <p className="flex min-w-0 flex-wrap items-baseline gap-x-2 [overflow-wrap:anywhere]">
        <bdi className="font-semibold">{name}</bdi>
        {firing > 0 && <span className="font-medium text-danger-text">{firing} firing now</span>}
      </p>
      <div className="flex">
        {last && (
          <IconButton
            tip="Log"
            label={`Log of ${name}`}
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            onClick={() => setIsOpen(!isOpen)}
          >
            <FoldIcon isOpen={isOpen} />
          </IconButton>
        )}
        <IconButton tip="Edit" label={`Edit ${name}`} onClick={onEdit}>
          <EditIcon />
        </IconButton>
        <IconButton tip="Delete" label={`Delete ${name}`} onClick={onDelete}>
          <DeleteIcon />
        </IconButton>
      </div>
      <div className="body">
        <RuleTargets rule={rule} />
        <p className="text-muted">{[sourceName(source), labelsText(labels)].filter(Boolean).join(" · ")}</p>
        {last && !isOpen && <LogLine entry={last} />}
      </div>
      {isOpen && (
        <ul id={id} aria-label={`Log of ${name}`} className="details">
          {log.map((entry) => (
            <li key={`${entry.at} ${entry.text}`}>
              <LogLine entry={entry} />
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

function LogLine({ entry: { at, text } }: { entry: AlertRule["log"][number] }) {
  return (
    <p className="[overflow-wrap:anywhere]">
      <time dateTime={at} className="text-muted tabular-nums">
        {formatShort(at)}
      </time>{" "}
      <bdi>{text}</bdi>
    </p>
  );
}
