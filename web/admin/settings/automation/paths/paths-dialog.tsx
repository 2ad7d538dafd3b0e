import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { readByPaths } from "../../../../../worker/alerts/sources/domain.ts";
import type { ApiKey } from "../../../../../worker/settings/schema.ts";
import { isolateDirection } from "../../../../shared/isolate-direction.ts";
import { adoptStyles } from "../../../../ui/adopt-styles.ts";
import { RadioField } from "../../../../ui/fields/radio-field.tsx";
import { TextField } from "../../../../ui/fields/text-field.tsx";
import { useAction } from "../../../action.ts";
import { useNewDraft } from "../../../drafts/draft.ts";
import { DraftDialog } from "../../../drafts/draft-dialog.tsx";
import styles from "../automation.css?inline";
import { changeAlertPaths } from "../calls.ts";
import { bodyLines, parseBody } from "./body-lines.ts";
import {
  nextField,
  type PathField,
  type PathsDraft,
  pathFields,
  pathLabels,
  pathProblem,
  resolvedProblem,
  toDraft,
  toPaths,
} from "./paths-draft.ts";

adoptStyles(styles);

interface PathsDialogProps {
  apiKey: ApiKey;
  /** A received body, as JSON. */
  body: string;
  onClose: () => void;
}

/** Says where an alert is in the messages of an API key, by what is clicked in one of them. */
export function PathsDialog({ apiKey, body: text, onClose }: PathsDialogProps) {
  const body = parseBody(text);
  const form = useNewDraft(`alertPaths/${apiKey.id}`, toDraft(apiKey.alertPaths));
  const { draft, edit, save } = form;
  const [field, setField] = useState<PathField>("key");
  const queryClient = useQueryClient();
  const saveAction = useAction({
    title: `Read messages of ${isolateDirection(apiKey.name)}`,
    mutationFn: () => save(({ requestID }) => changeAlertPaths(apiKey.id, toPaths(draft), { requestID })),
    onSuccess: () => void queryClient.invalidateQueries(),
  });

  function choose(path: string) {
    edit({ [field]: path });
    setField(nextField({ ...draft, [field]: path }, field));
  }

  return (
    <DraftDialog
      title="Read These Messages"
      action="Save"
      form={form}
      saveAction={saveAction}
      beside={<Preview body={body} draft={draft} />}
      onClose={onClose}
    >
      <p className="text-muted text-pretty">
        The next messages with the key “<bdi>{apiKey.name}</bdi>” are read so. Those that were received before
        stay as they are. All values at the top of a message are labels.
      </p>
      <RadioField
        label="Choose a value below as"
        value={field}
        choices={pathFields}
        nameOf={(each) => `the ${each}`}
        onChange={setField}
      />
      <BodyLines body={body} draft={draft} field={field} onChoose={choose} />
      {pathFields.map((each) => (
        <TextField
          key={each}
          label={pathLabels[each]}
          hint={hints[each]}
          required={each !== "link"}
          problem={pathProblem(draft[each])}
          value={draft[each]}
          onChange={(path) => edit({ [each]: path })}
        />
      ))}
      <TextField
        label="Means that it is over"
        hint="Values of the state, with commas between them. With every other, the alert fires."
        required
        problem={resolvedProblem(draft.resolved)}
        value={draft.resolved}
        onChange={(resolved) => edit({ resolved })}
      />
    </DraftDialog>
  );
}

const hints: Partial<Record<PathField, string>> = {
  key: "Tells the alert from others, and is the same when it ends, such as an ID.",
  state: "Says whether it fires or is over.",
};

interface BodyLinesProps {
  body: object;
  draft: PathsDraft;
  field: PathField;
  onChoose: (path: string) => void;
}

function BodyLines({ body, draft, field, onChoose }: BodyLinesProps) {
  return (
    // A list that scrolls would be squeezed to nothing in the grid of a low dialog.
    <div>
      <ul aria-label="What was sent" className="body-lines rounded-lg border border-line bg-canvas">
        {bodyLines(body).map(({ path, names, text }) => {
          const uses = pathFields.filter((each) => draft[each] === path);
          return (
            <li key={path}>
              <button type="button" aria-pressed={draft[field] === path} onClick={() => onChoose(path)}>
                <span className="text-muted">{names.join(" › ")}</span> <bdi>{text}</bdi>
                {uses.length > 0 && <span className="font-medium"> ({uses.join(", ")})</span>}
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** Stands beside the button that saves, so it is seen wherever in the form one is. */
function Preview({ body, draft }: { body: object; draft: PathsDraft }) {
  return (
    <p role="status" className="min-h-5 text-pretty [overflow-wrap:anywhere] @max-xl:text-xs">
      {previewText(body, draft)}
    </p>
  );
}

function previewText(body: object, draft: PathsDraft): string {
  const missing = pathFields.find((each) => each !== "link" && draft[each] === "");
  if (missing) return `Choose the ${missing}.`;
  const alert = readByPaths(body, toPaths(draft));
  if (!alert) return "This message has no key or no state there, so it would stay unread.";
  const { state, title, key, labels, link } = alert;
  const count = Object.keys(labels).length;
  const parts = [
    `key ${isolateDirection(key)}`,
    count === 1 ? "1 label" : `${count} labels`,
    /^https?:\/\//i.test(link) ? "with a link" : "without a link",
  ];
  return `This message: ${state === "firing" ? "firing" : "resolved"}, ${isolateDirection(title)} (${parts.join(", ")}).`;
}
