import type { Daymark } from "./daymark.ts";

/** Compares the stored counts of emails per message with the actual number. Empty if they agree. */
export async function findMailCountErrors({ db }: Pick<Daymark, "db">): Promise<unknown[]> {
  const { results } = await db
    .prepare(
      `WITH each_of (message_id, state, words, n) AS (
        SELECT message_id, state, error, 1 FROM mail_deliveries WHERE message_id IN (SELECT message_id FROM mail_counts)
        UNION ALL SELECT message_id, state, error, json_array_length(subscriber_ids) - position FROM mail_chunks
      ), counted (message_id, what, n) AS (
        SELECT message_id, 'is ' || state, sum(n) FROM each_of GROUP BY 1, 2
        UNION ALL SELECT message_id, words, sum(n) FROM each_of
          WHERE state IN ('failed', 'waiting') AND words <> '' GROUP BY 1, 2
      ), stored (message_id, what, n) AS (
        SELECT message_id, 'is waiting', waiting FROM mail_counts
        UNION ALL SELECT message_id, 'is sent', sent FROM mail_counts
        UNION ALL SELECT message_id, 'is failed', failed FROM mail_counts
        UNION ALL SELECT message_id, 'is withdrawn', withdrawn FROM mail_counts
        UNION ALL SELECT message_id, words, count FROM mail_problems
      )
      SELECT 'counted' AS from_where, * FROM (SELECT * FROM counted WHERE n <> 0 EXCEPT SELECT * FROM stored)
      UNION ALL SELECT 'stored', * FROM (SELECT * FROM stored WHERE n <> 0 EXCEPT SELECT * FROM counted)`,
    )
    .all();
  return results;
}
