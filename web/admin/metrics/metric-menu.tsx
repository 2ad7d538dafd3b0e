import type { Metric } from "../../../worker/metrics/schema.ts";
import { DeleteIcon, EditIcon } from "../../ui/icons/icons.tsx";
import { PreviewIcon } from "../../ui/icons/later-icons.tsx";
import { useIsPhone } from "../../ui/narrow.ts";
import { DragHandle } from "../components/order/drag-handle.tsx";
import { MoreMenu } from "../lists/more-menu.tsx";
import { useMoveActions } from "../lists/move-actions.tsx";

interface MetricMenuProps {
  metric: Metric;
  /** All metrics, as the list shows them. */
  metricIDs: readonly string[];
  up: (() => void) | undefined;
  down: (() => void) | undefined;
  onDrop: (index: number) => void;
  onOpen: (dialog: "preview" | "edit" | "delete") => void;
}

/** The drag handle of a row, and a menu with what is done less often. */
export function MetricMenu({ metric, metricIDs, up, down, onDrop, onOpen }: MetricMenuProps) {
  const { metricID, title, order } = metric;
  const isPhone = useIsPhone();
  const moveActions = useMoveActions({
    up: { text: "Move upward", label: `Move upward ${title}`, move: up },
    down: { text: "Move downward", label: `Move downward ${title}`, move: down },
  });
  return (
    <>
      <DragHandle
        item={{ id: metricID, order, isGroup: false }}
        entries={metricIDs.map((componentID) => ({ group: null, components: [{ componentID }] }))}
        onDrop={({ index }) => onDrop(index)}
      />
      <MoreMenu
        name={title}
        actions={[
          ...(isPhone
            ? [{ text: "Edit", label: `Edit ${title}`, icon: <EditIcon />, onPress: () => onOpen("edit") }]
            : []),
          {
            text: "Preview",
            label: `Preview ${title}`,
            icon: <PreviewIcon />,
            onPress: () => onOpen("preview"),
          },
          ...moveActions,
          { text: "Delete", label: `Delete ${title}`, icon: <DeleteIcon />, onPress: () => onOpen("delete") },
        ]}
      />
    </>
  );
}
