import { type NoticeStatus, noticeColors } from "../../../../worker/notices/domain.ts";
import { useTexts } from "../language.tsx";
import { Message } from "../markdown.tsx";
import { Time } from "../time.tsx";
import type { UpdateView } from "./notice-view.ts";

interface Props {
  updates: UpdateView[];
  /** The status that stands above a list of few updates, so that the newest doesn't repeat it. */
  current?: NoticeStatus | undefined;
  isUndated?: boolean;
}

export function Timeline({ updates, current, isUndated = false }: Props) {
  const { states } = useTexts();
  return (
    <ol className="updates">
      {updates.map(({ noticeUpdateID, status, html, createdAt }, index) => (
        <li key={noticeUpdateID} className={noticeColors[status]}>
          {!isUndated && (
            <p className="update-head">
              {(index > 0 || status !== current) && <strong>{states[status]}</strong>} <Time at={createdAt} />
            </p>
          )}
          {html && <Message html={html} />}
        </li>
      ))}
    </ol>
  );
}
