import { useQuery, useQueryClient } from "@tanstack/react-query";
import { channelTitles } from "../../../worker/notify/chat/domain.ts";
import type { TeamChannel } from "../../../worker/notify/team/schema.ts";
import { isolateDirection } from "../../shared/isolate-direction.ts";
import { CheckField } from "../../ui/fields/check-field.tsx";
import { RadioField } from "../../ui/fields/radio-field.tsx";
import { TextField } from "../../ui/fields/text-field.tsx";
import { useAction } from "../action.ts";
import { componentList, groupList } from "../components/calls.ts";
import { useDraft } from "../drafts/draft.ts";
import { DraftDialog } from "../drafts/draft-dialog.tsx";
import { addChannel, changeChannel, channelList } from "./calls.ts";
import { ChannelIcon } from "./channel-icon.tsx";
import { detectChannel } from "./channel-of-address.ts";
import { ChosenTopics } from "./chosen-topics.tsx";
import { NewSecret } from "./new-secret.tsx";

interface ChannelDialogProps {
  channel?: TeamChannel;
  /** A webhook's secret is shown once. */
  onSecret: (name: string, secret: string) => void;
  onClose: () => void;
}

const noticeChoices = ["All", "Chosen", "None"] as const;
type NoticeChoice = (typeof noticeChoices)[number];

interface ChannelDraft {
  name: string;
  address: string;
  notices: NoticeChoice;
  components: readonly string[];
  groups: readonly string[];
  failures: boolean;
}

function noticeChoice({ everything, components, groups }: TeamChannel): NoticeChoice {
  if (everything) return "All";
  return components.length + groups.length > 0 ? "Chosen" : "None";
}

const formDefinition = {
  toDraft: (channel: TeamChannel | undefined): ChannelDraft => ({
    name: channel?.name ?? "",
    address: "",
    notices: channel ? noticeChoice(channel) : "All",
    components: channel?.components ?? [],
    groups: channel?.groups ?? [],
    failures: channel?.failures ?? true,
  }),
  comparedFields: (channel: TeamChannel) => ({
    name: { label: "Name", value: channel.name },
    notices: { label: "Incidents and maintenance", value: noticeChoice(channel) },
    components: { label: "Components", value: channel.components.join(", ") },
    groups: { label: "Groups", value: channel.groups.join(", ") },
    failures: { label: "Failures", value: channel.failures ? "on" : "off" },
  }),
  // Whoever knows the address of a chat's webhook can post there.
  secretFields: ["address"] as const,
};

export function ChannelDialog({ channel, onSecret, onClose }: ChannelDialogProps) {
  const componentLoad = useQuery(componentList);
  const { data: groups = [] } = useQuery(groupList);
  const form = useDraft(`channel/${channel?.channelID ?? ""}`, channel, formDefinition);
  const { baseline, draft, edit } = form;
  const edited = channel ?? baseline;
  const kind = edited?.channel ?? detectChannel(draft.address);

  const saveAction = useSaveAction(form, edited);

  return (
    <DraftDialog
      title={edited ? "Edit Channel" : "Add Channel"}
      action={edited ? "Save" : "Add"}
      form={form}
      saveAction={saveAction}
      onSaved={(secret) => (secret === null ? onClose() : onSecret(draft.name, secret))}
      onClose={onClose}
    >
      <TextField label="Name" required focusFirst value={draft.name} onChange={(name) => edit({ name })} />
      {!edited && (
        <TextField
          label="Address"
          hint="An email address, or the https address of a webhook: of Slack, Discord, Microsoft Teams, Google Chat, or your own program."
          required
          problem={kind ? undefined : "Enter an email address, or an address that starts with https://."}
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
      <CheckField label="Failures" checked={draft.failures} onChange={(failures) => edit({ failures })}>
        Metrics that can't be collected, emails that bounce, channels that get no more messages, and every
        proposed incident.
      </CheckField>
      <RadioField
        label="Incidents and maintenance"
        value={draft.notices}
        choices={noticeChoices}
        onChange={(notices) => edit({ notices })}
      />
      {draft.notices === "Chosen" && (
        <ChosenTopics load={componentLoad} groups={groups} chosen={draft} onChange={edit} />
      )}
      {edited?.channel === "webhook" && <NewSecret channel={edited} onSecret={onSecret} />}
    </DraftDialog>
  );
}

type ChannelForm = ReturnType<typeof useDraft<TeamChannel, ChannelDraft>>;

/** The result is the secret of a new webhook. */
function useSaveAction({ draft, save }: ChannelForm, edited: TeamChannel | undefined) {
  const queryClient = useQueryClient();
  const refresh = () => void queryClient.invalidateQueries({ queryKey: channelList.queryKey });
  return useAction({
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
}

function kindText(title: string, kind: string): string {
  return kind === "webhook" ? "Signed webhooks" : title;
}

function toRequest({ name, notices, components, groups, failures }: ChannelDraft) {
  const isChosen = notices === "Chosen";
  return {
    name,
    failures,
    everything: notices === "All",
    components: isChosen ? [...components] : [],
    groups: isChosen ? [...groups] : [],
  };
}
