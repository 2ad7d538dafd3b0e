import { expect, test } from "vitest";
import { MINUTE_MS } from "../../../worker/shared/time/domain.ts";
import { makeIncident } from "../../support/factories/factories.ts";
import { subscribers } from "../../support/factories/make-subscribers.ts";
import { answerChallenge, startWebhookReceiver } from "../../support/fakes/webhook-receiver.ts";
import { answer, startDaymark } from "../../support/starters/daymark.ts";

const HANGING = 200;
/** Without lanes, all of them are given up before the channels that were added last have their turn. */
const MAX_GIVEN_UP = 10;

const chat = "https://discord.com/api/webhooks/1234567890/secret-token";
const hosts = ["discord.com", "team.example.com", "hangs.example.com"];

test(
  `${HANGING} webhooks that hang delay neither the team's channels nor chats`,
  async () => {
    const receiver = await startWebhookReceiver();
    const daymark = await startDaymark({
      hosts: Object.fromEntries(hosts.map((host) => [host, receiver.url])),
    });
    const { administrator, db } = daymark;
    const { requestSubscription } = subscribers(() => daymark);
    await answer(administrator.settings.$patch({ json: { endpointsEnabled: true } }));

    await requestSubscription({ emailAddress: "https://hangs.example.com/hook" });
    const findConfirmed = () =>
      db.prepare("SELECT subscriber_id FROM subscribers WHERE state = 'confirmed'").first("subscriber_id");
    await expect.poll(findConfirmed).not.toBeNull();
    const copies = `WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < ${HANGING}) SELECT 'copy' || i`;
    await db.batch([
      db.prepare(`INSERT INTO subscribers (subscriber_id, address_key, email_address, state, everything, created_at, channel)
      ${copies}, 'copy' || i, '', 'confirmed', 1, '2026-01-01T00:00:00.000Z', 'webhook' FROM n`),
      db.prepare(
        `INSERT INTO endpoints (subscriber_id, address) ${copies}, (SELECT address FROM endpoints) FROM n`,
      ),
    ]);
    await requestSubscription({ emailAddress: chat });
    const atChat = () => receiver.posts.filter(({ path }) => path.startsWith("/api/webhooks/"));
    await expect.poll(() => atChat().length).toBe(1);
    await db.exec("UPDATE subscribers SET state = 'confirmed'");
    await answer(
      administrator.channels.$post({ json: { name: "Team", address: "https://team.example.com/team" } }),
    );

    receiver.overrideResponses((post, response) => {
      if (post.path !== "/hook") answerChallenge(post, response);
    });
    const atTeam = () => receiver.posts.filter(({ path }) => path === "/team");
    const countGivenUp = () =>
      db.prepare("SELECT count(*) AS n FROM deliveries WHERE attempts > 0").first<number>("n");
    for (const round of [1, 2]) {
      await makeIncident(daymark, { name: `incident ${round}` });
      await expect
        .poll(() => [atTeam().length, atChat().length], { timeout: MINUTE_MS })
        .toEqual([round, 1 + round]);
      expect(await countGivenUp()).toBeLessThan(MAX_GIVEN_UP);
      // In the second round, the webhooks hang already.
      await expect
        .poll(() => receiver.posts.filter(({ path }) => path === "/hook").length)
        .toBeGreaterThan(1);
    }
    await daymark.stop();
    await receiver.stop();
  },
  3 * MINUTE_MS,
);
