import { expect, test } from "vitest";
import { decide } from "../../../worker/alerts/engine/decide.ts";
import type { Rule, World } from "../../../worker/alerts/engine/decision.ts";
import { addAlerts, type EpisodeState, newEpisode } from "../../../worker/alerts/rules/episode.ts";
import { type ComponentStatus, componentStatuses } from "../../../worker/components/domain.ts";
import { MINUTE_MS } from "../../../worker/shared/time/domain.ts";
import { seededRandom } from "../../support/factories/random.ts";

const SEQUENCES = 10_000;
const componentIDs = ["api", "web", "mail"];
const keys = ["a", "b", "c", "d"];

type Random = ReturnType<typeof makeRandom>;
function makeRandom(seed: number) {
  const { integer } = seededRandom(seed);
  const below = (max: number) => integer(0, max - 1);
  return {
    below,
    pick: <T>(values: readonly T[]): T => values[below(values.length)] as T,
    shuffle: <T>(values: readonly T[]) =>
      values
        .map((value) => ({ value, order: below(1e9) }))
        .sort((one, other) => one.order - other.order)
        .map(({ value }) => value),
  };
}

interface Message {
  key: string;
  state: "firing" | "resolved";
  at: number;
}

interface Proposal {
  isEdited: boolean;
  components: Record<string, ComponentStatus>;
  incidentID: string | null;
  madeAt: number;
  isOfRule: boolean;
}

/** The page as it would be stored, and what people do to it. */
function makePage(rules: Rule[]) {
  const components = new Map(
    componentIDs.map((id) => [
      id,
      { status: "Operational" as ComponentStatus, isSetByRule: false, setAt: 0, isInMaintenance: false },
    ]),
  );
  const proposals = new Map<string, Proposal>();
  const incidents = new Map<
    string,
    { proposalID: string; isOpen: boolean; isWrittenOn: boolean; at: number }
  >();
  const episodes = new Map<string, EpisodeState>(rules.map(({ ruleID }) => [ruleID, newEpisode]));
  const broken: string[] = [];
  let count = 0;
  const newID = () => {
    count += 1;
    return `id${count}`;
  };

  function world(rule: Rule, now: number): World {
    const others = [...episodes].flatMap(([ruleID, { begun }]) =>
      ruleID !== rule.ruleID && begun ? [begun] : [],
    );
    const isYoung = (at: number) => at > now - 10 * MINUTE_MS;
    return {
      components: Object.fromEntries(components),
      proposals: Object.fromEntries(proposals),
      incidents: Object.fromEntries(
        [...incidents].flatMap(([incidentID, { proposalID, isOpen, isWrittenOn }]) =>
          isOpen ? [[proposalID, { incidentID, isWrittenOn }]] : [],
        ),
      ),
      others,
      joinableID: [...proposals].find(
        ([, { incidentID, isEdited, madeAt }]) => incidentID === null && !isEdited && isYoung(madeAt),
      )?.[0],
      joinableIncident: [...incidents].flatMap(([incidentID, { proposalID, isOpen, isWrittenOn, at }]) =>
        isOpen && !isWrittenOn && isYoung(at) ? [{ incidentID, proposalID }] : [],
      )[0],
      mayPropose: true,
    };
  }

  function publish(proposalID: string, now: number, isByPerson: boolean) {
    const proposal = proposals.get(proposalID);
    if (!proposal) return;
    proposals.delete(proposalID);
    const resolved = incidents.get(proposal.incidentID ?? "");
    if (resolved) {
      if (resolved.isWrittenOn && !isByPerson) broken.push("resolved an incident that a person wrote on");
      resolved.isOpen = false;
    } else incidents.set(newID(), { proposalID, isOpen: true, isWrittenOn: isByPerson, at: now });
  }

  function run(now: number) {
    for (const rule of rules) {
      const episode = episodes.get(rule.ruleID) ?? newEpisode;
      const decision = decide({ rule, episode, world: world(rule, now), now, newID });
      episodes.set(rule.ruleID, decision.episode);
      for (const action of decision.actions) {
        if (action.do === "set") {
          const component = components.get(action.componentID);
          if (!component) continue;
          if (component.isInMaintenance) broken.push("acted during a maintenance");
          if (!component.isSetByRule && component.status !== "Operational")
            broken.push("changed a status that a person has set");
          Object.assign(component, { status: action.status, isSetByRule: true, setAt: now });
        } else if (action.do === "propose")
          proposals.set(action.proposalID, {
            isEdited: false,
            components: action.components,
            incidentID: null,
            madeAt: now,
            isOfRule: true,
          });
        else if (action.do === "propose resolution")
          proposals.set(action.proposalID, {
            isEdited: false,
            components: {},
            incidentID: action.incidentID,
            madeAt: now,
            isOfRule: true,
          });
        else if (action.do === "extend")
          Object.assign(proposals.get(action.proposalID) ?? {}, { components: action.components });
        else if (action.do === "withdraw") {
          if (proposals.get(action.proposalID)?.isEdited) broken.push("withdrew what a person has edited");
          proposals.delete(action.proposalID);
        } else if (action.do === "publish") publish(action.proposalID, now, false);
      }
    }
  }

  function receive({ key, ...message }: Message, now: number) {
    for (const rule of rules) {
      // Each rule is about some of the keys.
      if (!rule.name.includes(key)) continue;
      const alert = { key, title: key, labels: {}, link: "", source: "generic", receivedAt: now, ...message };
      const episode = episodes.get(rule.ruleID) ?? newEpisode;
      episodes.set(rule.ruleID, addAlerts(episode, [alert]));
    }
  }

  function actAsPerson(random: Random, now: number) {
    const [proposalID, proposal] = random.pick([...proposals]) ?? [];
    const [, incident] = random.pick([...incidents]) ?? [];
    random.pick([
      () =>
        Object.assign(components.get(random.pick(componentIDs)) ?? {}, {
          status: random.pick(componentStatuses),
          isSetByRule: false,
          setAt: now,
        }),
      () => proposalID && publish(proposalID, now, true),
      () => proposalID && proposals.delete(proposalID),
      () => proposal && Object.assign(proposal, { isEdited: true }),
      () => incident && Object.assign(incident, { isWrittenOn: true }),
      () => incident && Object.assign(incident, { isOpen: false }),
      () => {
        const component = components.get(random.pick(componentIDs));
        if (component) component.isInMaintenance = !component.isInMaintenance;
      },
    ])();
  }

  /** How many proposals several rules share depends on when their alerts came, as it should. */
  function summary() {
    const begun = [...episodes].map(([ruleID, episode]) => ({ ruleID, ...episode.begun }));
    const used = new Set(begun.map(({ proposalID }) => proposalID));
    const isThere = (id: string) =>
      proposals.has(id) ||
      [...incidents.values()].some(({ proposalID, isOpen }) => proposalID === id && isOpen);
    return {
      statuses: componentIDs.map((id) => components.get(id)?.status),
      rules: begun.map(({ ruleID, components: set, proposalID }) => [
        ruleID,
        set !== undefined,
        proposalID ? isThere(proposalID) : null,
      ]),
      left: [
        ...[...proposals.keys()].filter((id) => !used.has(id)),
        ...[...incidents.values()].filter(({ isOpen, proposalID }) => isOpen && !used.has(proposalID)),
      ],
    };
  }
  return { run, receive, actAsPerson, summary, broken, components };
}

function makeRules(random: Random): Rule[] {
  const modes = random.shuffle(["component", "component", "propose", "publish", "propose"] as const);
  return modes.slice(0, 1 + random.below(4)).map((mode, index) => ({
    ruleID: `rule${index}`,
    // The keys that it is about.
    name: keys.filter(() => random.below(2) === 0).join(""),
    mode,
    targets: Object.fromEntries(
      componentIDs
        .filter(() => random.below(2) === 0)
        .map((id) => [id, random.pick(componentStatuses.slice(2))] as const),
    ),
    holdMinutes: random.below(4),
    settleMinutes: random.below(4),
  }));
}

/** The messages of each key alternate, and no two of a key have the same time. */
function makeMessages(random: Random): Message[] {
  return keys.flatMap((key) =>
    Array.from({ length: random.below(5) }, (_, index) => ({
      key,
      state: index % 2 === 0 ? ("firing" as const) : ("resolved" as const),
      at: (1 + index * 10 + random.below(9)) * MINUTE_MS,
    })),
  );
}

test(`in ${SEQUENCES} random sequences, no rule changes what a person has set, edited or written since, nor acts during a maintenance`, () => {
  for (let seed = 1; seed <= SEQUENCES; seed += 1) {
    const random = makeRandom(seed);
    const page = makePage(makeRules(random));
    const messages = random.shuffle([...makeMessages(random), ...makeMessages(random)]);
    let now = 0;
    for (const message of messages) {
      now = Math.max(now, message.at) + random.below(6) * MINUTE_MS;
      page.receive(message, now);
      if (random.below(3) > 0) page.run(now);
      if (random.below(3) === 0) page.actAsPerson(random, now);
    }
    page.run(now + 60 * MINUTE_MS);
    page.run(now + 120 * MINUTE_MS);
    expect([seed, page.broken]).toEqual([seed, []]);
  }
});

test(`in ${SEQUENCES} random sequences, the end doesn't depend on the order of messages and their repetition`, () => {
  for (let seed = 1; seed <= SEQUENCES; seed += 1) {
    const random = makeRandom(seed);
    // What a rule publishes stays open while another one sees the same component fail, so its end depends on both.
    const rules = makeRules(random).map((rule) =>
      rule.mode === "publish" ? { ...rule, targets: {} } : rule,
    );
    const messages = makeMessages(random);
    const ends = Array.from({ length: 3 }, (_, run) => {
      const page = makePage(rules);
      const repeated = messages.filter(() => random.below(2) === 0);
      let now = 60 * MINUTE_MS;
      for (const message of run === 0 ? messages : random.shuffle([...messages, ...repeated])) {
        now += random.below(5) * MINUTE_MS;
        page.receive(message, now);
        if (random.below(2) === 0) page.run(now);
      }
      for (let minutes = 60; minutes <= 180; minutes += 60) page.run(now + minutes * MINUTE_MS);
      return page.summary();
    });
    expect([seed, ends]).toEqual([seed, ends.map(() => ends[0])]);
    expect(ends.map(({ left }) => left)).toEqual([[], [], []]);
  }
});
