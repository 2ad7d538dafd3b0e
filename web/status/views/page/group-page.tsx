import { componentColor } from "../../../../worker/components/domain.ts";
import type { Group } from "../../../../worker/components/groups/schema.ts";
import type { Component } from "../../../../worker/components/schema.ts";
import { useHref, useTexts } from "../language.tsx";
import { State } from "../notice/state-icon.tsx";
import { truncate } from "../truncate.ts";
import { SubjectPage, type SubjectPageData } from "./subject-page.tsx";

export interface GroupPageData extends SubjectPageData {
  group: Group;
  components: Component[];
}

export function GroupPage({ data, css }: { data: GroupPageData; css: string }) {
  const texts = useTexts();
  return (
    <SubjectPage
      data={data}
      css={css}
      subject={data.group}
      kind={texts.groupKind}
      noNotices={texts.noGroupNotices}
      isGroup
    >
      <Members components={data.components} />
    </SubjectPage>
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
        <ul className="card rows many">
          {components.map(({ componentID, name, status }) => (
            <li
              key={componentID}
              className={status === "Operational" ? "component" : "component troubled"}
              id={componentID}
            >
              <h3>
                <a href={href(`/components/${componentID}`)} dir="auto">
                  {shownName(name)}
                </a>
              </h3>
              <State color={componentColor(status)} status={status} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
