import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { NoticeKind } from "../../../../worker/notices/domain.ts";
import { SECOND_MS } from "../../../../worker/shared/time/domain.ts";
import { useLoadError } from "../../../ui/load-error.tsx";
import { componentList } from "../../components/calls.ts";
import { useScreenSearch } from "../../sign-in/screen-path.ts";
import { DiscardDialog } from "../proposals/discard-dialog.tsx";
import { PublishDialog } from "../proposals/publish-dialog.tsx";
import { proposalInAddress } from "../proposals/source.ts";
import { noticeFromAddress } from "./from-address.ts";
import { NoticeDialog } from "./notice-dialog.tsx";

interface NewNoticeDialogProps {
  kind: NoticeKind;
  onClose: () => void;
}

/** The dialog of an address like `/incidents/new?name=API%20is%20down&component=API:partial`, which an alert may link to. */
export function NewNoticeDialog(props: NewNoticeDialogProps) {
  // The address changes when the session ends.
  const [search] = useState(useScreenSearch());
  const proposal = props.kind === "incident" ? proposalInAddress(search) : undefined;
  if (proposal) {
    const Dialog = proposal.action === "publish" ? PublishDialog : DiscardDialog;
    return <Dialog proposalID={proposal.proposalID} onClose={props.onClose} />;
  }
  return search === "" ? <NoticeDialog {...props} /> : <FilledDialog search={search} {...props} />;
}

function FilledDialog({ search, ...props }: NewNoticeDialogProps & { search: string }) {
  const load = useQuery(componentList);
  const { data } = load;
  const error = useLoadError(load);
  // The address's names of components are those of the moment when the list loaded.
  const [components, setComponents] = useState(data);
  if (!components && data) setComponents(data);
  const fromAddress = noticeFromAddress(props.kind, search, components);
  const [hasWaited, setHasWaited] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setHasWaited(true), SECOND_MS);
    return () => clearTimeout(timer);
  }, []);
  if (fromAddress.unread.length > 0 && !error && !hasWaited) return null;
  return <NoticeDialog {...props} fromAddress={fromAddress} />;
}
