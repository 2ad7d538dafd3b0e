import type { Channel } from "./channel.ts";
import { discord } from "./discord.ts";
import { googleChat } from "./google-chat.ts";
import { slack } from "./slack.ts";
import { teams } from "./teams.ts";

/** No address belongs to two of them. */
export const chatChannels: readonly Channel[] = [slack, discord, teams, googleChat];
