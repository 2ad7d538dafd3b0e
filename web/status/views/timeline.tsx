import type { StatusColor } from "../../../worker/components/domain.ts";
import type { Texts } from "../texts/en.ts";
import { useTexts } from "./language.tsx";
import { Message } from "./markdown.tsx";
import { Time } from "./time.tsx";

export interface UpdateView {
  id: string;
  status: keyof Texts["states"];
  color: StatusColor;
  /** Empty without words. */
  html: string;
  createdAt: string;
}

/** The updates of a notice, newest first. */
export function Timeline({ updates }: { updates: UpdateView[] }) {
  const { states } = useTexts();
  return (
    <ol className="updates">
      {updates.map(({ id, status, color, html, createdAt }) => (
        <li key={id} className={color}>
          <p className="head">
            <strong>{states[status]}</strong> <Time at={createdAt} />
          </p>
          {html && <Message html={html} />}
        </li>
      ))}
    </ol>
  );
}
