import * as z from "zod";
import { entityNames } from "../../entities/domain.ts";
import { auditedTable, columnsWithout } from "../../storage/audited.ts";
import { type Entity, exampleTimes } from "../../storage/entity.ts";
import { SECRET_CHARACTERS } from "./domain.ts";
import { Heartbeat, HeartbeatChange } from "./schema.ts";
import { heartbeats } from "./table.ts";

const { exampleID: heartbeatID } = entityNames.heartbeat;

const exampleHeartbeat = {
  heartbeatID,
  name: "Nightly backup",
  periodMinutes: 1440,
  graceMinutes: 60,
  source: null,
  isPaused: false,
  path: "/beat/Qm4vT8xZb2Lk7RwYc9NdJ3Fs",
  createdAt: "2025-06-02T08:00:00.000Z",
  updatedAt: "2025-06-02T08:00:00.000Z",
};

export const heartbeat: Entity<"heartbeat"> = {
  tag: {
    name: "Heartbeats",
    description: "Notice that a job, such as a backup, has not been heard from in time.",
  },
  items: [Heartbeat],
  parameters: { secret: ["The last part of the heartbeat's address.", "Qm4vT8xZb2Lk7RwYc9NdJ3Fs"] },
  examples: () => ({
    NewHeartbeat: { name: exampleHeartbeat.name, periodMinutes: 1440, graceMinutes: 60 },
    HeartbeatChange: { graceMinutes: 30 },
    Heartbeat: exampleHeartbeat,
    Beat: { heard: true },
    ListedHeartbeat: { ...exampleHeartbeat, lastBeatAt: exampleTimes.began, isMissing: false },
  }),
  audit: auditedTable(
    heartbeats,
    heartbeats.heartbeatID,
    columnsWithout(heartbeats, "heartbeatID", "secret", "lastBeatAt", "dueAt", "createdAt", "updatedAt"),
  ),
  archive: {
    heartbeats: {
      table: heartbeats,
      input: HeartbeatChange,
      fields: ({ time, noTime }) => ({
        secret: z.string().regex(new RegExp(`^[0-9A-Za-z]{${SECRET_CHARACTERS}}$`), {
          error: `The secret of a heartbeat has ${SECRET_CHARACTERS} letters and digits.`,
        }),
        lastBeatAt: z.union([time, noTime]),
      }),
    },
  },
};
