import { incidentColors } from "../../../worker/incidents/domain.ts";
import type { Incident } from "../../../worker/incidents/schema.ts";
import { maintenanceColors } from "../../../worker/maintenances/domain.ts";
import type { Maintenance } from "../../../worker/maintenances/schema.ts";
import type { Shown } from "../../../worker/notices/schema.ts";
import { interpolate } from "../../shared/interpolate.ts";
import { isolateDirection } from "../../shared/isolate-direction.ts";
import { Back } from "./back.tsx";
import { incidentView } from "./incident.tsx";
import { NoticeFacts } from "./json-ld.tsx";
import { useTexts } from "./language.tsx";
import { maintenanceView } from "./maintenance.tsx";
import { textOf } from "./markdown.tsx";
import { NoticeCard } from "./notice-card.tsx";
import { Pages } from "./pages.tsx";
import { beginning } from "./plain-text.ts";
import { type ServiceView, Shell } from "./shell.tsx";

/** The page of one incident or one maintenance. */
export type NoticePageData = ServiceView &
  UpdatePage &
  ({ incident: Shown<Incident> } | { maintenance: Shown<Maintenance> });

/** Of its updates, newest first. */
interface UpdatePage {
  page: number;
  pages: number;
}

export function NoticePage({ data, css }: { data: NoticePageData; css: string }) {
  const texts = useTexts();
  const { kind, path, card, name, status, lastWords, color } = viewOf(data);
  const said = beginning(textOf(lastWords).replace(/\s+/g, " "), MOST_SAID);
  return (
    <Shell
      service={data}
      css={css}
      title={data.page === 1 ? name : `${name} (${data.page})`}
      state={color}
      description={
        said
          ? interpolate(texts.told, { subject: texts.states[status], said: isolateDirection(said) })
          : texts.states[status]
      }
    >
      <p className="kind">{texts[kind]}</p>
      {card}
      <Pages {...data} addressOf={(page) => (page === 1 ? path : `${path}?page=${page}`)} />
      <Back />
      <NoticeFacts data={data} />
    </Shell>
  );
}

/** Of a message, where the page is listed or shared. */
const MOST_SAID = 200;

function viewOf(data: NoticePageData) {
  if ("incident" in data) {
    const { incident } = data;
    const card = <NoticeCard notice={incidentView(incident)} Heading="h1" />;
    const path = `/incidents/${incident.incidentID}`;
    return { ...incident, path, card, kind: "incident", color: incidentColors[incident.status] } as const;
  }
  const { maintenance } = data;
  const card = <NoticeCard notice={maintenanceView(maintenance)} Heading="h1" />;
  return {
    ...maintenance,
    path: `/maintenances/${maintenance.maintenanceID}`,
    card,
    kind: "oneMaintenance",
    color: maintenanceColors[maintenance.status],
  } as const;
}
