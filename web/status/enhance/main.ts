import { enhanceGraph } from "./graphs.ts";

// The page is whole without this: it lets graphs be read value by value.
for (const figure of document.querySelectorAll<HTMLElement>("[data-metric]")) enhanceGraph(figure);
