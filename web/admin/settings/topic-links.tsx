import { useEffect, useState } from "react";
import { Link } from "wouter";
import { useLocationProperty } from "wouter/use-browser-location";
import { SECOND_MS } from "../../../worker/shared/time/domain.ts";
import { adoptStyles } from "../../ui/adopt-styles.ts";
import type { SettingsTab } from "./settings-tabs.tsx";
import styles from "./topic-links.css?inline";

adoptStyles(styles);

interface Topic {
  /** The ID of a card. */
  id: string;
  title: string;
}

/** The keys are the titles of the tabs. */
const topicsByTab: Record<string, readonly Topic[]> = {
  General: [
    { id: "page", title: "Page" },
    { id: "api-keys", title: "API Keys" },
    { id: "retention", title: "Data" },
    { id: "sign-in", title: "Sign-in" },
  ],
  Design: [
    { id: "look", title: "Look" },
    { id: "images", title: "Images" },
  ],
  Notifications: [
    { id: "ways-to-follow", title: "Ways to follow" },
    { id: "team-alerts", title: "Team alerts" },
    { id: "email", title: "Email" },
    { id: "mail-log", title: "Delivery log" },
  ],
  Templates: [{ id: "templates", title: "All templates" }],
  Automation: [
    { id: "senders", title: "Senders" },
    { id: "rules", title: "Rules" },
    { id: "heartbeats", title: "Heartbeats" },
    { id: "received-alerts", title: "Received alerts" },
  ],
};
const noTopics: readonly Topic[] = [];

interface TopicLinksProps {
  tabs: readonly SettingsTab[];
  selectedIndex: number;
}

/** Each list has the order of its tab, so that it stands below it, although a tab list may contain only tabs. */
export function TopicLinks({ tabs, selectedIndex }: TopicLinksProps) {
  useScrollToHash(selectedIndex);
  useVisibleTab(selectedIndex);
  const currentID = useTopicInView(topicsByTab[tabs[selectedIndex]?.title ?? ""] ?? noTopics);
  return (
    <nav aria-label="Topics" className="contents">
      {tabs.map(({ title, path }, index) => {
        const topics = topicsByTab[title];
        return (
          topics && (
            <ul key={title} style={{ order: index }} data-current={index === selectedIndex || undefined}>
              {topics.map((topic) => (
                <li key={topic.id}>
                  <Link
                    href={`${path}#${topic.id}`}
                    aria-current={index === selectedIndex && topic.id === currentID ? "location" : undefined}
                    // The address stays the same if the topic was chosen before.
                    onClick={() => document.getElementById(topic.id)?.scrollIntoView()}
                    className="flex min-h-8 items-center rounded-lg px-3 whitespace-nowrap text-muted transition-colors hover:bg-hover hover:text-ink aria-[current]:bg-accent-soft aria-[current]:text-accent-text"
                  >
                    {topic.title}
                  </Link>
                </li>
              ))}
            </ul>
          )
        );
      })}
    </nav>
  );
}

/** On a small phone, the last tabs are beyond the edge. It needs the styles above, which change their widths. */
function useVisibleTab(selectedIndex: number): void {
  useEffect(() => {
    const tab = document.querySelectorAll('[role="tablist"][aria-label="Settings"] > *')[selectedIndex];
    tab?.scrollIntoView({ block: "nearest" });
  }, [selectedIndex]);
}

const SETTLING_MS = 3 * SECOND_MS;
const userEvents = ["wheel", "touchmove", "pointerdown", "keydown"];

/** Scrolls to the card that the address names, also while the parts above it are still loaded, until the user does something. */
function useScrollToHash(selectedIndex: number): void {
  const hash = useLocationProperty(() => window.location.hash);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the card of another tab is visible once that tab is
  useEffect(() => {
    if (hash === "") return;
    const scroll = () => document.getElementById(hash.slice(1))?.scrollIntoView();
    const observer = new ResizeObserver(scroll);
    const stop = () => observer.disconnect();
    observer.observe(document.body); // which calls it at once
    const timer = setTimeout(stop, SETTLING_MS);
    for (const event of userEvents) window.addEventListener(event, stop, { passive: true });
    return () => {
      stop();
      clearTimeout(timer);
      for (const event of userEvents) window.removeEventListener(event, stop);
    };
  }, [hash, selectedIndex]);
}

/** The topic that is at the window's top. At the end of the page, that of the address if it is in view, or the last one. */
function useTopicInView(topics: readonly Topic[]): string | undefined {
  const [current, setCurrent] = useState<string>();
  useEffect(() => {
    function update() {
      const { scrollHeight, clientHeight } = document.documentElement;
      const isAtEnd = window.scrollY > 0 && window.scrollY + clientHeight >= scrollHeight - 2;
      const isIn = (end: number) => (topic: Topic) =>
        (document.getElementById(topic.id)?.getBoundingClientRect().top ?? end) < end;
      const named = topics.filter(isIn(clientHeight)).find(({ id }) => window.location.hash === `#${id}`);
      const reached = isAtEnd ? (named ?? topics.at(-1)) : topics.findLast(isIn(clientHeight / 3));
      setCurrent((reached ?? topics[0])?.id);
    }
    update();
    // Cards get higher while their parts are loaded.
    const observer = new ResizeObserver(update);
    observer.observe(document.body);
    window.addEventListener("scroll", update, { passive: true });
    return () => {
      observer.disconnect();
      window.removeEventListener("scroll", update);
    };
  }, [topics]);
  return current;
}
