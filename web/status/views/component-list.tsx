import type { Component } from "../../../worker/components/schema.ts";
import { componentColour } from "../../../worker/components/statuses.ts";
import { useTexts } from "./language.tsx";
import { StateIcon } from "./state-icon.tsx";

export function ComponentList({ components }: { components: Component[] }) {
  const texts = useTexts();
  return (
    <section aria-labelledby="components">
      <h2 id="components">{texts.components}</h2>
      {components.length === 0 ? (
        <p className="card empty">{texts.noComponents}</p>
      ) : (
        <ul className="card rows">
          {components.map((component) => (
            <ComponentRow key={component.componentID} component={component} />
          ))}
        </ul>
      )}
    </section>
  );
}

function ComponentRow({ component: { name, description, status } }: { component: Component }) {
  const texts = useTexts();
  const colour = componentColour(status);
  return (
    <li className="component">
      <div>
        <h3>
          <bdi>{name}</bdi>
        </h3>
        {description && (
          <p className="description">
            <bdi>{description}</bdi>
          </p>
        )}
      </div>
      <p className={`status ${colour}`}>
        <StateIcon colour={colour} />
        {texts.states[status]}
      </p>
    </li>
  );
}
