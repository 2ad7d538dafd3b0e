import type { RuleMode } from "../../../../worker/alerts/rules/domain.ts";

interface ModeText {
  title: string;
  sentence: string;
  /** A list says this of what the rule does. */
  verb: string;
  /** What it would have done, after “would have”. */
  past: string;
}

export const modeTexts: Record<RuleMode, ModeText> = {
  notify: {
    title: "Tell the team",
    sentence: "Your team's channels get a message when it begins and when it is over. Visitors see nothing.",
    verb: "Tells the team",
    past: "told the team",
  },
  propose: {
    title: "Propose an incident",
    sentence:
      "Visitors see it once someone publishes it. If the alert ends before that, it goes away by itself.",
    verb: "Proposes an incident",
    past: "proposed an incident",
  },
  component: {
    title: "Set the components only",
    sentence: "They change at once, and back when the alert is over. There is no incident.",
    verb: "Sets components",
    past: "set the components",
  },
  publish: {
    title: "Publish an incident",
    sentence:
      "Visitors and subscribers see it at once, without anyone looking first. It is resolved when the alert is over.",
    verb: "Publishes an incident",
    past: "published an incident",
  },
};
