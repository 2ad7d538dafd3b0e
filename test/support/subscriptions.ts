import { answer, type Daymark } from "./daymark.ts";
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

// What a client may ask for is no limit: each call comes from one of its own, unless a test is about that.
let clients = 0;
export const someClient = () => {
  clients += 1;
  return { "CF-Connecting-IP": `10.0.${clients >> 8}.${clients & 255}` };
};

export function enableMail({ administrator }: Daymark, enable = true) {
  const emailNotification = { enable, sourceEmailAddress: "status@example.com" };
  return answer(administrator.settings.$patch({ json: { emailNotification } }));
}

/** Subscribers as a test speaks of them. */
export function subscribers(daymark: () => Daymark) {
  let addresses = 0;
  async function ask(body: object, headers = someClient()) {
    // Nor does what all clients together may ask for, unless a test is about that.
    await daymark().db.exec("DELETE FROM subscribe_calls");
    return daymark().fetch("/api/subscribers/subscribe", {
      method: "POST",
      headers,
      body: JSON.stringify(body),
    });
  }
  const rows = async (sql: string, ...values: string[]) => {
    const { results } = await daymark()
      .db.prepare(
        `SELECT *, (SELECT json_group_array(component_id) FROM subscriber_components AS chosen
          WHERE chosen.subscriber_id = subscribers.subscriber_id) AS components FROM subscribers ${sql}`,
      )
      .bind(...values)
      .all<Omit<StoredSubscriber, "components"> & { components: string }>();
    return results.map((row): StoredSubscriber => ({ ...row, components: JSON.parse(row.components) }));
  };
  const one = async (sql: string, ...values: string[]) => {
    const [row] = await rows(sql, ...values);
    if (!row) throw new Error(`There is no subscriber ${sql} ${values}`);
    return row;
  };
  const byID = ({ subscriber_id }: { subscriber_id: string }) =>
    one("WHERE subscriber_id = ?", subscriber_id);

  /** Somebody new who has asked, and has not confirmed. */
  async function asked(choice: object = {}) {
    addresses += 1;
    const emailAddress = `subscriber-${addresses}@example.com`;
    await ask({ emailAddress, ...choice });
    return one("WHERE email_address = ?", emailAddress);
  }

  /** Somebody new who has confirmed. */
  async function confirmed(choice: object = {}) {
    const subscriber = await asked(choice);
    await daymark().fetch(`${linkOf(subscriber)}/confirm`, { method: "POST" });
    return byID(subscriber);
  }

  return {
    ask,
    rows,
    byAddress: (address: string) => one("WHERE email_address = ?", address),
    byID,
    asked,
    confirmed,
  };
}
