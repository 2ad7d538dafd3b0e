const times = ["--start", "2030-01-01 10:00", "--end", "2030-01-01 11:00"];

/** Every command of the command line, with arguments that it understands. */
export const commands: Record<string, string[]> = {
  status: [],
  "incident list": [],
  "incident show": ["API"],
  "incident open": ["API is down", "-c", "API=major"],
  "incident update": ["-m", "Still."],
  "incident resolve": [],
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
  "metric list": [],
  "metric push": ["API", "1"],
  "subscriber add": ["reader@example.com"],
  "subscriber find": ["reader@example.com"],
  "subscriber erase": ["reader@example.com"],
};
