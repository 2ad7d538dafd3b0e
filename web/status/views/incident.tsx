import type { Incident, IncidentUpdate } from "../../../worker/incidents/schema.ts";
import { incidentColours } from "../../../worker/incidents/statuses.ts";
import { Markdown } from "./markdown.tsx";
import { StateIcon } from "./state-icon.tsx";
import { Time } from "./time.tsx";

/** An incident with its whole timeline, newest update first. */
export function IncidentCard({ incident }: { incident: Incident }) {
  const { incidentID, name, status, components, incidentUpdates } = incident;
  const colour = incidentColours[status];
  return (
    <article
      className={`card incident ${colour}`}
      id={`incident-${incidentID}`}
      aria-labelledby={`name-${incidentID}`}
    >
      <header>
        <h3 id={`name-${incidentID}`}>
          <bdi>{name}</bdi>
        </h3>
        <p className={`status ${colour}`}>
          <StateIcon colour={colour} />
          {status}
        </p>
      </header>
      {components.length > 0 && (
        <p className="affected">
          Affects{" "}
          {components.map(({ componentID, name, status }, index) => (
            <span key={componentID}>
              {index > 0 && ", "}
              <bdi>{name}</bdi> ({status})
            </span>
          ))}
        </p>
      )}
      <ol className="updates">
        {incidentUpdates.map((update) => (
          <Update key={update.incidentUpdateID} update={update} />
        ))}
      </ol>
    </article>
  );
}

function Update({ update: { incidentStatus, message, createdAt } }: { update: IncidentUpdate }) {
  return (
    <li className={incidentColours[incidentStatus]}>
      <p className="head">
        <strong>{incidentStatus}</strong> <Time at={createdAt} />
      </p>
      {message && <Markdown text={message} />}
    </li>
  );
}
