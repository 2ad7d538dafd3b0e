import { answer, type Daymark } from "../starters/daymark.ts";
import { linkOf } from "./subscription-links.ts";

export interface StoredSubscriber {
  subscriber_id: string;
  token_version: number;
  email_address: string;
  state: string;
  ended_reason: string | null;
  everything: number;
  time_zone: string;
  language: string;
  confirmation_sent_at: string | null;
  components: string[];
}

let clients = 0;
/** A new IP address for each request, because requests are limited by client. */
export const newClientHeaders = () => {
  clients += 1;
  return { "CF-Connecting-IP": `10.0.${clients >> 8}.${clients & 255}` };
};

export function enableMail({ administrator }: Daymark, enable = true) {
  const emailNotification = { enable, sourceEmailAddress: "status@example.com" };
  return answer(administrator.settings.$patch({ json: { emailNotification } }));
}

/** Creates and reads subscribers of the Daymark that `daymark` returns. */
export function subscribers(daymark: () => Daymark) {
  let addresses = 0;
  async function requestSubscription(body: object, headers = newClientHeaders()) {
    // Resets the limit over all clients, which most tests are not about.
    await daymark().db.exec("DELETE FROM subscribe_calls");
    return daymark().fetch("/api/subscribers/subscribe", {
      method: "POST",
      headers,
      body: JSON.stringify(body),
    });
  }
  const findSubscribers = async (sql: string, ...values: string[]) => {
    const { results } = await daymark()
      .db.prepare(
        `SELECT *, (SELECT json_group_array(component_id) FROM subscriber_components AS selected
          WHERE selected.subscriber_id = subscribers.subscriber_id) AS components FROM subscribers ${sql}`,
      )
      .bind(...values)
      .all<Omit<StoredSubscriber, "components"> & { components: string }>();
    return results.map((row): StoredSubscriber => ({ ...row, components: JSON.parse(row.components) }));
  };
  const findOne = async (sql: string, ...values: string[]) => {
    const [row] = await findSubscribers(sql, ...values);
    if (!row) throw new Error(`There is no subscriber ${sql} ${values}`);
    return row;
  };
  const findByID = ({ subscriber_id }: { subscriber_id: string }) =>
    findOne("WHERE subscriber_id = ?", subscriber_id);

  /** Requests a subscription for a new address. */
  async function makeUnconfirmed(choice: object = {}) {
    addresses += 1;
    const emailAddress = `subscriber-${addresses}@example.com`;
    await requestSubscription({ emailAddress, ...choice });
    return findOne("WHERE email_address = ?", emailAddress);
  }

  async function makeConfirmed(choice: object = {}) {
    const subscriber = await makeUnconfirmed(choice);
    await daymark().fetch(`${linkOf(subscriber)}/confirm`, { method: "POST" });
    return findByID(subscriber);
  }

  return {
    requestSubscription,
    findSubscribers,
    findByAddress: (address: string) => findOne("WHERE email_address = ?", address),
    findByID,
    makeUnconfirmed,
    makeConfirmed,
  };
}
