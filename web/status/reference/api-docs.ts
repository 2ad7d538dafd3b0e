// The reference of the API at /api/docs. No other page loads this.
import SwaggerUI from "swagger-ui-dist/swagger-ui-es-bundle.js";
import "swagger-ui-dist/swagger-ui.css";
import "./api-docs.css";
import { publicReads } from "../views/public-reads.ts";

const isDark = matchMedia("(prefers-color-scheme: dark)");
const applyTheme = () => document.documentElement.classList.toggle("dark-mode", isDark.matches);
applyTheme();
isDark.addEventListener("change", applyTheme);

const showsAll = new URLSearchParams(location.search).get("calls") === "all";
document.documentElement.dataset.calls = showsAll ? "all" : "public";
for (const link of document.querySelectorAll("nav a"))
  if (link.getAttribute("href") === location.pathname + location.search)
    link.setAttribute("aria-current", "page");

SwaggerUI({
  domNode: document.querySelector("#reference"),
  url: "/api/openapi.json",
  deepLinking: true,
  docExpansion: "list",
  defaultModelsExpandDepth: 0,
  filter: true,
  requestSnippetsEnabled: true,
  validatorUrl: null,
  plugins: [
    {
      statePlugins: {
        spec: {
          wrapActions: {
            updateJsonSpec: (update) => (spec) => update(showsAll ? spec : publicReads(spec)),
          },
        },
      },
    },
  ],
});
