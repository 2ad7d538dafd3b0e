import type { Language } from "../../../web/status/texts/languages.ts";
import type { Failure } from "../failures/domain.ts";
import type { NoticeContent, ProposedIncident } from "../outbox/queue.ts";
import type { EndpointChannelName } from "./domain.ts";

/** A service that takes messages at https addresses. Each one is a file of this folder. */
export interface Channel {
  name: EndpointChannelName;
  /** @param address an https URL of a public host */
  owns(address: URL): boolean;
  body(event: ChannelEvent): object;
  /** Adds what the service needs in the address that is posted to. Channels without it post to the address as it is. */
  postAddress?(address: URL): URL;
  /**
   * Whether a refusal means that the address doesn't exist anymore.
   * @param text the beginning of the response's body
   */
  isGone(status: number, text: string): boolean;
  /** Between two posts to one address. */
  minGapMs: number;
}

export interface ChannelEvent {
  service: ChannelService;
  recipient: ChannelRecipient;
  about:
    | NoticeAbout
    | FailureAbout
    | ProposalAbout
    | { type: "confirmation"; confirmLink: string }
    | { type: "test" };
}

interface NoticeAbout {
  type: "notice";
  content: NoticeContent;
}

/** Only channels of the team get it. */
interface FailureAbout {
  type: "failure";
  failure: Failure;
  consoleLink: string;
}

/** Only channels of the team get it. */
export interface ProposalAbout {
  type: "proposal";
  proposal: ProposedIncident;
  consoleLink: string;
}

export interface ChannelService {
  name: string;
  /** Without a slash at the end. */
  statusPageURL: string;
}

export interface ChannelRecipient {
  language: Language;
  timeZone: string;
  /** Where the subscription is changed and ended. */
  manageLink: string;
}
