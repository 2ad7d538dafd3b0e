import type { Component, ComponentUptime } from "../../../worker/components/schema.ts";
import { componentColour } from "../../../worker/components/statuses.ts";
import { StateIcon } from "./state-icon.tsx";
import { UptimeFigure } from "./uptime.tsx";

interface Props {
  components: Component[];
  /** Of each component, in the same order. */
  uptimes: ComponentUptime[];
}

export function ComponentList({ components, uptimes }: Props) {
  return (
    <section aria-labelledby="components">
      <h2 id="components">Components</h2>
      {components.length === 0 ? (
        <p className="card empty">No components have been added yet.</p>
      ) : (
        <ul className="card rows">
          {components.map((component, index) => (
            <ComponentRow key={component.componentID} component={component} uptime={uptimes[index]} />
          ))}
        </ul>
      )}
    </section>
  );
}

function ComponentRow({ component, uptime }: { component: Component; uptime: ComponentUptime | undefined }) {
  const { componentID, name, description, status } = component;
  const colour = componentColour(status);
  return (
    <li className="component">
      <div>
        <h3>
          <a href={`/components/${componentID}`}>
            <bdi>{name}</bdi>
          </a>
        </h3>
        {description && (
          <p className="description">
            <bdi>{description}</bdi>
          </p>
        )}
        {uptime && <UptimeFigure uptime={uptime} />}
      </div>
      <p className={`status ${colour}`}>
        <StateIcon colour={colour} />
        {status}
      </p>
    </li>
  );
}
