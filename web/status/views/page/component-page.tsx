import type { Component } from "../../../../worker/components/schema.ts";
import { useTexts } from "../language.tsx";
import { Description } from "./description.tsx";
import { SubjectPage, type SubjectPageData } from "./subject-page.tsx";

export interface ComponentPageData extends SubjectPageData {
  component: Component;
}

export function ComponentPage({ data, css }: { data: ComponentPageData; css: string }) {
  const texts = useTexts();
  const { component } = data;
  return (
    <SubjectPage
      data={data}
      css={css}
      subject={component}
      kind={texts.componentKind}
      noNotices={texts.noComponentNotices}
      description={
        <>
          <Description text={component.description} />
          {component.link && (
            <p>
              <a href={component.link} dir="ltr">
                {component.link.replace(/^https?:\/\/|\/$/gi, "")}
              </a>
            </p>
          )}
        </>
      }
    />
  );
}
