import { useQuery, useQueryClient } from "@tanstack/react-query";
import { channelTitles } from "../../../worker/channels/domain.ts";
import type { TeamChannel } from "../../../worker/team/schema.ts";
import { isolateDirection } from "../../shared/isolate-direction.ts";
import { Button } from "../../ui/button.tsx";
import { CheckField } from "../../ui/check-field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { LoadError } from "../../ui/load-error.tsx";
import { RadioField } from "../../ui/radio-field.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { useAction } from "../action.ts";
import { componentList, groupList } from "../components/calls.ts";
import { unlessConflict, useDraft } from "../draft.ts";
import { addChannel, changeChannel, channelList, replaceSecret } from "./calls.ts";
import { ChannelIcon } from "./channel-icon.tsx";
import { channelOfWritten } from "./channel-of-address.ts";

interface ChannelDialogProps {
  channel?: TeamChannel;
  /** A webhook's secret is shown once. */
  onSecret: (name: string, secret: string) => void;
  onClose: () => void;
}

const hearings = ["All", "Chosen", "None"] as const;
type Hearing = (typeof hearings)[number];

interface ChannelDraft {
  name: string;
  address: string;
  hears: Hearing;
  components: readonly string[];
  groups: readonly string[];
  failures: boolean;
}

function hearingOf({ everything, components, groups }: TeamChannel): Hearing {
  if (everything) return "All";
  return components.length + groups.length > 0 ? "Chosen" : "None";
}

const form = {
  draftOf: (channel: TeamChannel | undefined): ChannelDraft => ({
    name: channel?.name ?? "",
    address: "",
    hears: channel ? hearingOf(channel) : "All",
    components: channel?.components ?? [],
    groups: channel?.groups ?? [],
    failures: channel?.failures ?? true,
  }),
  facts: (channel: TeamChannel) => ({
    name: { label: "Name", value: channel.name },
    hears: { label: "Incidents and maintenance", value: hearingOf(channel) },
    components: { label: "Components", value: channel.components.join(", ") },
    groups: { label: "Groups", value: channel.groups.join(", ") },
    failures: { label: "Failures", value: channel.failures ? "on" : "off" },
  }),
  // Whoever knows the address of a chat's webhook can post there.
  secretFields: ["address"] as const,
};

export function ChannelDialog({ channel, onSecret, onClose }: ChannelDialogProps) {
  const queryClient = useQueryClient();
  const componentLoad = useQuery(componentList);
  const { data: groups = [] } = useQuery(groupList);
  const { baseline, draft, edit, save, restored, conflict } = useDraft(
    `channel/${channel?.channelID ?? ""}`,
    channel,
    form,
  );
  const edited = channel ?? baseline;
  const kind = edited?.channel ?? channelOfWritten(draft.address);

  const refresh = () => void queryClient.invalidateQueries({ queryKey: channelList.queryKey });
  const saveAction = useAction({
    title: edited ? `Edit ${isolateDirection(edited.name)}` : "Add Channel",
    mutationFn: async () => {
      const request = toRequest(draft);
      if (edited)
        return save(async (write) => {
          await changeChannel(edited.channelID, request, write);
          return null;
        });
      const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
      return save(
        async ({ requestID }) =>
          (await addChannel({ ...request, address: draft.address, timeZone }, requestID)).secret,
      );
    },
    onSuccess: refresh,
  });
  const secretAction = useAction({
    title: "New secret",
    mutationFn: (channelID: string) => replaceSecret(channelID),
  });

  return (
    <FormDialog
      title={edited ? "Edit Channel" : "Add Channel"}
      action={edited ? "Save" : "Add"}
      busy={saveAction.isPending}
      error={unlessConflict(saveAction.error)}
      conflict={conflict}
      restored={restored}
      onSubmit={() =>
        saveAction.mutate(undefined, {
          onSuccess: (secret) => (secret === null ? onClose() : onSecret(draft.name, secret)),
        })
      }
      onClose={onClose}
    >
      <TextField label="Name" required focusFirst value={draft.name} onChange={(name) => edit({ name })} />
      {!edited && (
        <TextField
          label="Address"
          hint="An email address, or the https address of a webhook: of Slack, Discord, Microsoft Teams, Google Chat, or your own program."
          required
          autoComplete="off"
          value={draft.address}
          onChange={(address) => edit({ address })}
        />
      )}
      {kind && (
        <p role="status" className="-mt-2 flex items-center gap-2 text-muted [overflow-wrap:anywhere]">
          <ChannelIcon channel={kind} />
          {edited
            ? `${channelTitles[kind].title} · ${edited.address}`
            : kindText(channelTitles[kind].title, kind)}
        </p>
      )}
      <RadioField
        label="Incidents and maintenance"
        value={draft.hears}
        choices={hearings}
        onChange={(hears) => edit({ hears })}
      />
      {draft.hears === "Chosen" && (
        <fieldset className="-mt-2 grid gap-x-4 sm:grid-cols-2">
          <legend className="sr-only">Components and groups</legend>
          <LoadError load={componentLoad} />
          {groups.map(({ groupID, name }) => (
            <CheckField
              key={groupID}
              label={`${name} (group)`}
              checked={draft.groups.includes(groupID)}
              onChange={() => edit({ groups: toggled(draft.groups, groupID) })}
            />
          ))}
          {componentLoad.data?.map(({ componentID, name }) => (
            <CheckField
              key={componentID}
              label={name}
              checked={draft.components.includes(componentID)}
              onChange={() => edit({ components: toggled(draft.components, componentID) })}
            />
          ))}
        </fieldset>
      )}
      <CheckField label="Failures" checked={draft.failures} onChange={(failures) => edit({ failures })}>
        Metrics that can't be collected, emails that bounce, and channels that get no more messages.
      </CheckField>
      {edited?.channel === "webhook" && (
        <div className="grid gap-1.5">
          <p className="text-muted">A new secret signs at once. The one before also signs for a day.</p>
          <Button
            className="justify-self-start"
            busy={secretAction.isPending}
            onClick={() =>
              secretAction.mutate(edited.channelID, { onSuccess: (secret) => onSecret(edited.name, secret) })
            }
          >
            New secret
          </Button>
          {secretAction.error && (
            <p role="alert" className="text-danger-text">
              {secretAction.error.message}
            </p>
          )}
        </div>
      )}
    </FormDialog>
  );
}

function kindText(title: string, kind: string): string {
  return kind === "webhook" ? "Signed webhooks" : title;
}

function toggled(ids: readonly string[], id: string): readonly string[] {
  return ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id];
}

function toRequest({ name, hears, components, groups, failures }: ChannelDraft) {
  const isChosen = hears === "Chosen";
  return {
    name,
    failures,
    everything: hears === "All",
    components: isChosen ? [...components] : [],
    groups: isChosen ? [...groups] : [],
  };
}
