import { tmpdir } from "node:os";
import { join } from "node:path";

const times = ["--start", "2030-01-01 10:00", "--end", "2030-01-01 11:00"];

/** Every command that calls the API, with valid arguments. */
export const cliCommands: Record<string, string[]> = {
  status: [],
  "incident list": [],
  "incident show": ["API"],
  "incident open": ["API is down", "-c", "API=major"],
  "incident update": ["-m", "Still."],
  "incident resolve": [],
  "incident postmortem": ["API"],
  "incident delete": ["API"],
  "maintenance list": [],
  "maintenance show": ["API"],
  "maintenance schedule": ["Upgrade", ...times],
  "maintenance update": ["-m", "Still."],
  "maintenance start": [],
  "maintenance complete": [],
  "maintenance delete": ["API"],
  "component list": [],
  "component set": ["API", "major"],
  "component move": ["API", "--group", "Platform"],
  "component display": ["API", "--shown", "affected"],
  "group list": [],
  "group create": ["Platform"],
  "group rename": ["Platform", "Our platform"],
  "group delete": ["Platform"],
  "metric list": [],
  "metric push": ["API", "1"],
  "template list": [],
  "template show": ["Outage"],
  "template add": ["Outage", "--kind", "incident"],
  "template edit": ["Outage", "--title", "{{components}} is down"],
  "template delete": ["Outage"],
  "proposal list": [],
  "proposal publish": ["Outage"],
  "proposal discard": ["Alarm"],
  "alert send": ["backup", "--label", "team=data"],
  "alert list": [],
  beat: ["Qm4vT8xZb2Lk7RwYc9NdJ3Fs"],
  export: [join(tmpdir(), "daymark-export-that-fails.tar.gz")],
  restore: ["--cancel"],
  import: ["https://status.example.com"],
  "audit list": [],
  doctor: [],
  "subscriber add": ["reader@example.com"],
  "subscriber list": ["--search", "@example.com"],
  "subscriber find": ["reader@example.com"],
  "subscriber erase": ["reader@example.com"],
};

/** The command that calls Cloudflare's API instead. doctor-account.test.ts tests it. */
export const accountCommands = ["doctor account"];

/** The commands that listen for requests instead. */
export const listeningCommands = ["webhook listen"];
