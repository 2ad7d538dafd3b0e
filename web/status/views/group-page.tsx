import { componentColor } from "../../../worker/components/domain.ts";
import type { Component } from "../../../worker/components/schema.ts";
import type { Group, GroupUptime } from "../../../worker/groups/schema.ts";
import type { ShownNotice } from "../../../worker/notices/domain.ts";
import { interpolate } from "../../shared/interpolate.ts";
import { isolateDirection } from "../../shared/isolate-direction.ts";
import { BackLink } from "./back-link.tsx";
import { LastYear } from "./component-page.tsx";
import { FeedList } from "./feed-links.tsx";
import { useHref, useTexts } from "./language.tsx";
import { NoticeList } from "./notice-list.tsx";
import { type ServiceView, Shell } from "./shell.tsx";
import { State } from "./state-icon.tsx";
import { truncate } from "./truncate.ts";

export interface GroupPageData extends ServiceView {
  group: Group;
  /** In their order. */
  components: Component[];
  /** The last 365 days. */
  uptime: GroupUptime;
  /** The newest 50 notices that affected one of its components. */
  notices: ShownNotice[];
  now: string;
}

export function GroupPage({ data, css }: { data: GroupPageData; css: string }) {
  const texts = useTexts();
  const { group, components, uptime, notices } = data;
  const { name, status } = group;
  return (
    <Shell
      service={data}
      css={css}
      title={name}
      state={componentColor(status)}
      description={interpolate(texts.labeledText, {
        label: isolateDirection(name),
        text: texts.states[status],
      })}
    >
      <p className="kind">{texts.groupKind}</p>
      <div className="heading">
        <h1>
          <bdi>{name}</bdi>
        </h1>
        <State color={componentColor(status)} status={status} />
      </div>
      <LastYear name={name} uptime={uptime} now={data.now} />
      <p className="uptime-legend">{texts.groupNote}</p>
      <Members components={components} />
      <section aria-labelledby="notices">
        <div className="heading">
          <h2 id="notices">{texts.componentNotices}</h2>
          <FeedList />
        </div>
        {notices.length === 0 && <p className="card empty">{texts.noGroupNotices}</p>}
        <NoticeList notices={notices} />
      </section>
      <BackLink />
    </Shell>
  );
}

/** With more components, their names are cut, so that the page stays small. */
const MAX_WHOLE_NAMES = 200;
const MAX_CUT_CHARACTERS = 40;

/** Their days are on their own pages. */
function Members({ components }: Pick<GroupPageData, "components">) {
  const texts = useTexts();
  const href = useHref();
  const shownName = (name: string) =>
    components.length > MAX_WHOLE_NAMES ? truncate(name, MAX_CUT_CHARACTERS) : name;
  return (
    <section aria-labelledby="components">
      <h2 id="components">{texts.components}</h2>
      {components.length === 0 ? (
        <p className="card empty">{texts.noComponents}</p>
      ) : (
        <ul className="card rows">
          {components.map(({ componentID, name, status }) => (
            <li key={componentID} className="component" id={componentID}>
              <div className="top-line">
                <h3>
                  <a href={href(`/components/${componentID}`)} dir="auto">
                    {shownName(name)}
                  </a>
                </h3>
                <State color={componentColor(status)} status={status} />
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
