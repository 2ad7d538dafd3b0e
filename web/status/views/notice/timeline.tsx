import { noticeColors } from "../../../../worker/notices/domain.ts";
import { useTexts } from "../language.tsx";
import { Message } from "../markdown.tsx";
import { Time } from "../time.tsx";
import type { UpdateView } from "./notice-view.ts";

export function Timeline({ updates }: { updates: UpdateView[] }) {
  const { states } = useTexts();
  return (
    <ol className="updates">
      {updates.map(({ noticeUpdateID, status, html, createdAt }) => (
        <li key={noticeUpdateID} className={noticeColors[status]}>
          <p className="update-head">
            <strong>{states[status]}</strong> <Time at={createdAt} />
          </p>
          {html && <Message html={html} />}
        </li>
      ))}
    </ol>
  );
}
